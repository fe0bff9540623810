//@ property: no-data-race
//@ expect: wrong (race on x, lines 14 and 19)
//@ also: unreach-call, no-deadlock
// One thread writes under the mutex, the other reads without.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *write_it(void *arg) {
    pthread_mutex_lock(&m);
    usleep(10);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
void *read_it(void *arg) {
    y = x;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, write_it, 0);
    pthread_create(&b, 0, read_it, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
