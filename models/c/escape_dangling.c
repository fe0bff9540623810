//@ expect: wrong (undefined, line 9)
//@ tried: not with gcc, where the place of a local that is gone can still be written
// The function returns before the thread that has the address of its local has written there.
#include <pthread.h>

pthread_t t;

void *set(void *arg) {
    *(int *)arg = 5; // fails
    return 0;
}

void begin(void) {
    int local = 0;
    pthread_create(&t, 0, set, &local);
}

int main(void) {
    begin();
    pthread_join(t, 0);
    return 0;
}
