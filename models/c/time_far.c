//@ expect: inconclusive (uninitialised)
// Seconds since 1970 take more than 32 bits one day.
#include <assert.h>
#include <pthread.h>
#include <time.h>

time_t begin;

void *work(void *arg) {
    assert(begin <= 2147483647);
    return arg;
}

int main(void) {
    pthread_t id;
    begin = time(0);
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return 0;
}
