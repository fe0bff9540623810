//@ property: no-deadlock
//@ expect: wrong (deadlock)
//@ also: unreach-call, no-data-race
// Readers become writers without letting go: each waits for the other to stop reading, and one alone waits for itself.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *work(void *arg) {
    pthread_rwlock_rdlock(&l);
    if (x == 0) {
        pthread_rwlock_wrlock(&l);
        x = 1;
    }
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
