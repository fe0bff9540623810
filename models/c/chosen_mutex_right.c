//@ expect: safe
//@ also: no-data-race, no-deadlock
// Which mutex is taken is known when it runs; both threads choose the same, by the same number.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int cell[2];

void add(int key, int amount) {
    pthread_mutex_t *mine = &m[key % 2];
    int *place = cell + key % 2;
    pthread_mutex_lock(mine);
    *place += amount;
    pthread_mutex_unlock(mine);
}

void *work(void *arg) {
    for (int key = 0; key < 2; key++)
        add(key + (int)(long)arg, 1);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, (void *)0);
    pthread_create(&t, 0, work, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(cell[0] == 2 && cell[1] == 2);
    return 0;
}
