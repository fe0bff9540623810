//@ property: no-deadlock
//@ expect: safe
//@ also: unreach-call, no-data-race
// A bounded buffer of one place with two condition variables, one for each reason to wait.
#include <assert.h>
#include <pthread.h>

#define SIZE 1
#define ITEMS 2

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
int buffer[SIZE], count;

void put(int item) {
    pthread_mutex_lock(&m);
    while (count == SIZE)
        pthread_cond_wait(&not_full, &m);
    buffer[count++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
}

int get(void) {
    pthread_mutex_lock(&m);
    while (count == 0)
        pthread_cond_wait(&not_empty, &m);
    int item = buffer[--count];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
    return item;
}

void *produce(void *arg) {
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    return 0;
}

void *consume(void *arg) {
    for (int i = 1; i <= ITEMS; i++)
        assert(get() == i);
    return 0;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
