//@ expect: safe
//@ also: no-data-race, no-deadlock
// A thread creates a thread, joins it, and only then ends itself.
#include <assert.h>
#include <pthread.h>

int x;

void *inner(void *arg) {
    x += 2;
    return arg;
}

void *outer(void *arg) {
    pthread_t t;
    void *answer;
    x++;
    pthread_create(&t, 0, inner, (void *)8);
    pthread_join(t, &answer);
    assert(x == 3);
    x *= 2;
    return answer;
}

int main(void) {
    pthread_t t;
    void *answer;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, &answer);
    assert(x == 6 && (long)answer == 8);
    return 0;
}
