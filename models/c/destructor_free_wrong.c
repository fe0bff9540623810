//@ expect: wrong (undefined, line 25)
// The buffer of a thread is gone when it has ended, and its address was kept.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int *kept;

void end(void *value) {
    free(value);
}

void *work(void *arg) {
    int *p = malloc(sizeof(int));
    *p = 1;
    pthread_setspecific(key, p);
    kept = p;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, end);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0), *kept = 2; // gone
    return 0;
}
