//@ expect: inconclusive (uninitialised, line 12)
// Whether a function was called once is not known where nobody has set what tells it.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

int calls;
void call(void) { calls++; }

int main(void) {
    pthread_once_t *once = malloc(sizeof *once);
    pthread_once(once, call);
    assert(calls <= 1);
    return 0;
}
