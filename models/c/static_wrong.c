//@ expect: wrong (assertion, line 17)
//@ also: no-deadlock
//@ also not: no-data-race
// A function that answers with the address of a static local: the second call changes what the first gave.
#include <assert.h>
#include <pthread.h>

int *boxed(int n) {
    static int box;
    box = n;
    return &box;
}

void *work(void *arg) {
    int n = (int)(long)arg;
    int *p = boxed(n);
    assert(*p == n); // fails
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, (void *)1);
    pthread_create(&t, 0, work, (void *)2);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
