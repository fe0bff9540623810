//@ expect: safe
//@ also: no-data-race, no-deadlock
// Each thread has a buffer of its own, which is given back when it ends: by `free`, or by a function that does more.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t plain, counted;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

void give_back(void *value) {
    int *p = value;
    pthread_mutex_lock(&m);
    count += *p;
    pthread_mutex_unlock(&m);
    free(p);
}

void *work(void *arg) {
    int *p = malloc(sizeof(int)), *q = malloc(sizeof(int));
    *q = 1;
    pthread_setspecific(plain, p);
    pthread_setspecific(counted, q);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&plain, free);
    pthread_key_create(&counted, give_back);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
