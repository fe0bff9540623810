//@ expect: safe
//@ also: no-data-race, no-deadlock
// `free` itself is the destructor, and nobody else gives anything back.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

void *work(void *arg) {
    pthread_setspecific(key, malloc(sizeof(int)));
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, free);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
