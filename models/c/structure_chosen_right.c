//@ expect: safe
//@ also: no-data-race, no-deadlock
// A structure is taken from one of two places.
#include <assert.h>
#include <pthread.h>

struct pair {
    int low, high;
};

struct pair first = {1, 2}, second = {3, 4};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *changes(void *arg) {
    struct pair *p = arg;
    pthread_mutex_lock(&m);
    p->low = 5;
    p->high = 6;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    struct pair *p = &second;
    pthread_create(&t, 0, changes, p);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        struct pair taken = i ? first : *p;
        pthread_mutex_unlock(&m);
        assert(taken.high == taken.low + 1);
    }
    pthread_join(t, 0);
    struct pair last;
    last = p->low == 5 ? *p : first;
    assert(last.high == 6 && (last.low == 5 ? first : second).low == 1);
    return 0;
}
