//@ expect: wrong (assertion, line 15)
//@ tried: not, since there is one word alone
// The first word is asked for, and it may say any number.
#include <assert.h>
#include <stdlib.h>

int a[3];

int main(int argc, char *argv[]) {
    if (argc != 2)
        return 1;
    int n = atoi(argv[1]);
    if (n < 0 || n > 2)
        n = 0;
    assert(n < 2); // fails
    return a[n];
}
