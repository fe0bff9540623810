//@ expect: inconclusive (uninitialised, line 11)
// What a semaphore counts that nobody has initialised is not known; it was once taken for 0.
#include <semaphore.h>
#include <stdlib.h>
#include <assert.h>

int main(void) {
    sem_t *s = malloc(sizeof *s);
    int v;
    sem_getvalue(s, &v);
    assert(v != 7);
    return 0;
}
