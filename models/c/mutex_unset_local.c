//@ expect: wrong (undefined, line 9)
// In the second round the mutex in the block is a new one, which nobody has initialised.
#include <pthread.h>

static void round_of(int first) {
    pthread_mutex_t lock;
    if (first)
        pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    round_of(1);
    round_of(0);
    return 0;
}
