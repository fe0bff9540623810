//@ expect: safe
// Types of the program have the names of others that a library would define.
#include <assert.h>

typedef int tss_t;
typedef int atomic_flag;
typedef short thrd_t;

int main(void) {
    tss_t x = -1;
    atomic_flag flag = 5;
    thrd_t number = (thrd_t)65537;
    assert(x < 0 && flag == 5 && number == 1);
    return 0;
}
