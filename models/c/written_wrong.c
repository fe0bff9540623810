//@ expect: wrong (assertion, line 9)
// Not all may be written.
//@ tried: not, since all is
#include <assert.h>
#include <unistd.h>

int main(void) {
    ssize_t n = write(1, "some bytes\n", 11);
    assert(n == 11 || n < 0);
    return 0;
}
