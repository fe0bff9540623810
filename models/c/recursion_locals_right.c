//@ expect: safe
//@ also: no-data-race, no-deadlock
// Each activation of a function that calls itself has locals of its own, also where pointers lead to them; two threads do so at once.
#include <assert.h>
#include <pthread.h>

void sum(int n, int *result) {
    int half[2] = {0, 0};
    if (n > 0) {
        sum(n - 1, &half[0]);
        half[1] = n;
    }
    *result = half[0] + half[1];
}

void *work(void *arg) {
    int result;
    sum(3, &result);
    assert(result == 6);
    return 0;
}

int main(void) {
    pthread_t t;
    int result;
    pthread_create(&t, 0, work, 0);
    sum(2, &result);
    assert(result == 3);
    pthread_join(t, 0);
    return 0;
}
