//@ refused: 10:1 `__CPROVER_ASYNC_1`: labels that start threads are not supported
//@ help: start the thread by `pthread_create`
#include <assert.h>

int x;

void set(void) { x = 1; }

int main(void) {
__CPROVER_ASYNC_1: set();
    assert(x == 1);
    return 0;
}
