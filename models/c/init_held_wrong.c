//@ expect: wrong (undefined, line 14)
//@ tried: not, since the run goes on, and goes wrong later
// A thread initialises the mutex that another one may hold already.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work(void *arg) {
    // This is done once for all, before there are others.
    int *sets = arg;
    if (*sets)
        pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    assert(x == 0);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    static int yes = 1, no = 0;
    pthread_create(&a, 0, work, &yes);
    pthread_create(&b, 0, work, &no);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
