//@ refused: 9:13 `mmap`: what the program is given from outside is not known
//@ refused: 10:5 `listen` has no body here, and is not known
//@ help: use `__VERIFIER_nondet_int()`
#include <math.h>
#include <sys/mman.h>
#include <sys/socket.h>

int main(void) {
    int n = mmap(0, 4096, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED;
    listen(n, SOMAXCONN);
    return 0;
}
