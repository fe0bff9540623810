//@ expect: safe
// What comes out of the queue is what went in, whatever that was.
#include <assert.h>
#include <pthread.h>
#define SIZE 6
extern int __VERIFIER_nondet_int(void);
int given[SIZE], queue[SIZE], count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(int *place, int value) { *place = value; }

static void *producer(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&m);
        put(&given[i], value);
        put(&queue[count++], value);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, producer, 0);
    for (int taken = 0; taken < SIZE;) {
        pthread_mutex_lock(&m);
        if (taken < count) {
            assert(queue[taken] == given[taken]);
            taken++;
        }
        pthread_mutex_unlock(&m);
    }
    pthread_join(id, 0);
    return 0;
}
