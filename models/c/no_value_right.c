//@ expect: safe
//@ also: no-data-race, no-deadlock
// Functions end without a value, and nobody asks for it.
#include <assert.h>
#include <pthread.h>

int x;

int half(int n) {
    if (n % 2 == 0)
        x = n / 2;
}

int last(void) {
    while (1) {
        if (x > 0)
            return x;
        x = 1;
    }
}

void *work(void *arg) {
    half(4);
    (void)half(3);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(last() == 2);
    return 0;
}
