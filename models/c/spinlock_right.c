//@ expect: safe
//@ also: no-data-race, no-deadlock
// The spin lock of POSIX, with the trying kind beside it.
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t l;
int x, missed;

void *work(void *arg) {
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return 0;
}

void *try(void *arg) {
    if (pthread_spin_trylock(&l) == 0) {
        x++;
        pthread_spin_unlock(&l);
    } else {
        missed = 1;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, try, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x + missed == 2);
    pthread_spin_destroy(&l);
    return 0;
}
