//@ expect: wrong (assertion, line 27)
//@ also: no-deadlock
//@ also not: no-data-race
// Each thread has a spin lock of its own: two locks are none.
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t l[2];
int x;

void *work(void *arg) {
    pthread_spinlock_t *mine = &l[(long)arg];
    pthread_spin_lock(mine);
    x++;
    pthread_spin_unlock(mine);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&l[0], 0);
    pthread_spin_init(&l[1], 0);
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2); // fails
    return 0;
}
