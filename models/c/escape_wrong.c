//@ expect: wrong (assertion, line 19)
//@ also: no-deadlock
//@ also not: no-data-race
// The address of a local is given to a thread, and its value is used before the thread is joined.
#include <assert.h>
#include <pthread.h>

void *set(void *arg) {
    *(int *)arg = 5;
    return 0;
}

int main(void) {
    int answer = 0;
    pthread_t t;
    pthread_create(&t, 0, set, &answer);
    int early = answer;
    pthread_join(t, 0);
    assert(answer == 5 && early == 5); // fails
    return 0;
}
