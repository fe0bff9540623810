//@ expect: wrong (undefined, line 10)
// Somebody asks what a semaphore counts that nobody has initialised; it was once taken for 0.
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
