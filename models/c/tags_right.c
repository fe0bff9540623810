//@ expect: safe
// Tags, and names of arrays whose length is known when the program runs, mean what they do in their block; a structure that is declared inside of another one is no member.
#include <assert.h>

enum e { N = -1 };

enum large { LARGE = 0x80000000u, SMALL = 1 };

struct s {
    int a, b;
};

struct outer {
    enum { A = 1 };
    struct inner {
        int x, y;
    };
    struct {
        int c;
    };
    int d;
};

int last(int n) {
    int a[n];
    {
        int a[2];
        assert(sizeof a == 2 * sizeof(int));
    }
    a[n - 1] = 4;
    return a[n - 1];
}

int main(void) {
    {
        enum e { B };
        enum e y = B;
        assert(y - 1 > 0);
    }
    enum e x = N;
    int k = ({
        struct s {
            char c;
        } z = {3};
        z.c;
    });
    struct outer o = {7, 8};
    struct inner i = {A, 2};
    assert(x < 0 && k == 3 && sizeof(struct s) == 2 * sizeof(int));
    assert(o.c == 7 && o.d == 8 && i.x == 1 && i.y == 2 && sizeof o == 2 * sizeof(int));
    assert(LARGE > 0 && SMALL - 2 < 0 && last(3) == 4);
    return 0;
}
