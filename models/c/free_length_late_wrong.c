//@ expect: wrong (undefined, line 7)
// An array whose length is known when the program runs was not allocated by `malloc`.
#include <stdlib.h>

int sum(int n) {
    int a[n];
    free(a);
    return n;
}

int main(void) {
    return sum(2) - 2;
}
