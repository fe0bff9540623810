//@ expect: safe
// A parameter that is a structure and whose address is taken holds all that it was given.
#include <assert.h>

struct pair {
    int a;
    struct {
        char b[2];
    } in;
};

int through(struct pair p, int n) {
    struct pair *q = &p;
    q->a += n;
    return p.a + q->in.b[1];
}

int member(struct pair p) {
    char *b = &p.in.b[0];
    return b[1];
}

int main(void) {
    struct pair p = {1, {{2, 3}}};
    assert(through(p, 4) == 8 && member(p) == 3 && p.a == 1);
    return 0;
}
