//@ expect: inconclusive (uninitialised)
// Why it could not be closed is not known.
//@ tried: not, since it can be
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
    errno = 0;
    if (close(5) != 0)
        assert(errno == EBADF);
    else
        assert(errno == 0);
    return 0;
}
