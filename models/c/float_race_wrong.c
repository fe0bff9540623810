//@ expect: safe
//@ also not: no-data-race
// A sum that nobody looks at, and that two threads change at once.
#include <pthread.h>

float total;

void *pay(void *arg) {
    total += 10.5f;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, pay, 0);
    total -= 2;
    pthread_join(t, 0);
    return 0;
}
