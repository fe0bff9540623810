//@ expect: safe
//@ also: no-data-race, no-deadlock
// `extern` in a block means the object of the file, whatever hides it; `-2147483648` fits.
#include <assert.h>
#include <limits.h>

int x = 1;

int main(int argc, char **argv) {
    (void)argc;
    (void)argv;
    int x = 2, least = -2147483648;
    {
        extern int x;
        assert(x == 1);
        x = 3;
    }
    assert(x == 2 && least == INT_MIN);
    return 0;
}
