//@ expect: wrong (assertion, line 8)
// A file that is closed may say that something has failed.
//@ tried: not, since it does not fail
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(fclose(stdout) == 0);
    return 0;
}
