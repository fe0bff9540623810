//@ expect: wrong (assertion, line 43)
// What a call touches also behind a size, a pointer to a function, an index, and a static local that another one hides.
#include <assert.h>
#include <stdlib.h>

int x, a[2] = {1, 1}, b[2] = {2, 2};

int set(void) {
    x = 1;
    return 4;
}

int get(void) {
    return x;
}

int *base(void) {
    return x ? b : a;
}

int counted(int k) {
    if (k) {
        static int n;
        return ++n;
    }
    int n = 3;
    return n;
}

int second(int *p, int n) {
    return n;
}

int digits(int m, int n) {
    return 10 * m + n;
}

int main(void) {
    int late = second(malloc(set()), get()) == 0;
    x = 0;
    int far = base()[set() - 4] == 1;
    int turned = digits(counted(1), counted(1)) == 21;
    assert(!(late && far && turned)); // each of them is possible
    return 0;
}
