//@ refused: 9:5 control comes here without the declaration of `level`, which may be read then
//@ refused: 22:5 control comes here without the declaration of `rest`, which may be read then
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

int main(void) {
    return of_a_switch(1) + of_a_block(1) + is_fine(1);
}
