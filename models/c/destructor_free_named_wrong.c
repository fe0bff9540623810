//@ expect: wrong (undefined, line 14)
// `free` itself is the destructor, and is given what was not allocated.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int number;

void *work(void *arg) {
    int *own = malloc(sizeof(int));
    *own = 1;
    pthread_setspecific(key, own);
    pthread_setspecific(key, &number);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, free);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
