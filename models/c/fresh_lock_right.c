//@ expect: safe
//@ also: no-data-race
// A lock in a local is a new one each time: whoever left an older one locked is not in its way.
#include <assert.h>
#include <pthread.h>

int taken;

void once(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    if (pthread_mutex_trylock(&m) == 0 && pthread_rwlock_trywrlock(&lock) == 0)
        taken++;
}

int main(void) {
    once();
    once();
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t m;
        pthread_mutex_init(&m, 0);
        pthread_mutex_lock(&m);
        taken++;
    }
    assert(taken == 4);
    return 0;
}
