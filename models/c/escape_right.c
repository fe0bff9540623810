//@ expect: safe
//@ also: no-data-race, no-deadlock
// The address of a local is given to a thread, and the function waits for it before it returns.
#include <assert.h>
#include <pthread.h>

void *set(void *arg) {
    *(int *)arg = 5;
    return 0;
}

int ask(void) {
    int answer = 0;
    pthread_t t;
    pthread_create(&t, 0, set, &answer);
    pthread_join(t, 0);
    return answer;
}

int main(void) {
    assert(ask() == 5);
    return 0;
}
