//@ expect: wrong (assertion, line 13)
// A semaphore that cannot be taken says why.
//@ tried: not
#include <assert.h>
#include <semaphore.h>

extern int *__errno_location(void);

int main(void) {
    sem_t s;
    sem_init(&s, 0, 0);
    *__errno_location() = 0;
    assert((sem_trywait(&s), *__errno_location() == 0));
    return 0;
}
