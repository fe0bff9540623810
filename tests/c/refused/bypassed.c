//@ refused: 12:5 control comes here without the declaration of `level`, which may be read then
//@ refused: 25:5 control comes here without the declaration of `rest`, which may be read then
//@ refused: 46:5 control comes here without the declaration of `skipped`, which may be read then
//@ refused: 63:9 control comes here without the declaration of `earlier`, which may be read then
//@ refused: 74:5 control comes here without the declaration of `i`, which may be read then
#include <assert.h>

// A declaration in front of the first case is never come to.
int of_a_switch(int n) {
    switch (n) {
        int level;
    case 1:
        return level;
    default:
        level = 2;
        return level;
    }
}

int of_a_block(int n) {
    if (n)
        goto in;
    {
    int rest = 1;
    in:
        return rest;
    }
}

// What nobody reads behind the label may be left out.
int is_fine(int n) {
    if (n)
        goto out;
    int half = n / 2;
    assert(half >= 0);
out:
    return 0;
}

// What sets it is left out, too.
int twice(int n) {
    if (n)
        goto in;
    {
        int skipped;
    in:
        if (n > 1)
            goto later;
        skipped = 1;
    later:
        return skipped;
    }
}

// It is read in a later round, before it is set.
int in_a_loop(int n) {
    if (n)
        goto in;
    {
        int earlier;
        while (n < 3) {
            assert(earlier != 3);
        in:
            n++;
        }
        earlier = 1;
        return earlier;
    }
}

int of_a_for(int n) {
    goto in;
    for (int i = 0; i < 3; i++) {
    in:
        n++;
    }
    return n;
}

int main(void) {
    return of_a_switch(1) + of_a_block(1) + is_fine(1) + twice(1) + in_a_loop(1) + of_a_for(1);
}
