//@ expect: wrong (undefined, line 9)
// What is loaded and used by nobody is loaded all the same.
#include <stdatomic.h>
#include <stddef.h>

atomic_int *nowhere;

int main(void) {
    atomic_load(nowhere);
    return 0;
}
