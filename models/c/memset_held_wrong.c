//@ expect: wrong (undefined, line 17)
//@ tried: not, since whoever writes over a mutex is not watched
// A structure is set to 0 while another thread may hold the mutex in it.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct account {
    pthread_mutex_t m;
    int money;
} all;

void *work(void *arg) {
    pthread_mutex_lock(&all.m);
    all.money = 1;
    pthread_mutex_unlock(&all.m);
    if (arg) memset(&all, 0, sizeof all);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, &all);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
