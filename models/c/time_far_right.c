//@ expect: safe
// What time it is decides nothing here: it is handed on, and told from small numbers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

time_t begin;

void *work(void *arg) {
    srand(begin);
    return arg;
}

int main(void) {
    pthread_t id;
    begin = time(0);
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    assert(begin >= 0 && (begin < 7 || begin > 5));
    return 0;
}
