//@ expect: safe
// How long an array is another declaration says, or none: then it has one element. Structures without names are types of their own where they grow.
#include <assert.h>
#include <stdlib.h>

extern int said[];
extern int later[];
int one[];

typedef struct {
    int a;
} A;

typedef struct {
    int b, c;
} B;

int first(void) {
    return said[1] + later[2];
}

int said[2] = {1, 2};
int later[3];

int main(void) {
    A *x = malloc(sizeof(A));
    B *y = malloc(sizeof(B));
    x = realloc(x, 2 * sizeof(A));
    y = realloc(y, 2 * sizeof(B));
    x[1].a = 3;
    y[1].c = 4;
    later[2] = 5;
    one[0] = 6;
    assert(first() == 7 && one[0] == 6 && x[1].a == 3 && y[1].c == 4);
    assert(sizeof said == 2 * sizeof(int));
    return 0;
}
