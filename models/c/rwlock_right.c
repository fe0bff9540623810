//@ expect: safe
//@ also: no-data-race, no-deadlock
// A writer changes two variables under the lock; readers, who may be several, see both or neither.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

void *write_both(void *arg) {
    pthread_rwlock_wrlock(&l);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&l);
    return 0;
}

void *read_both(void *arg) {
    pthread_rwlock_rdlock(&l);
    assert(x == y);
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, read_both, 0);
    pthread_create(&b, 0, read_both, 0);
    pthread_create(&c, 0, write_both, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
