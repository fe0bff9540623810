//@ expect: wrong
// Four threads are started, as an object that is `const` says, and two of them may set the same element.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

const int COUNT = 4;

int *all, next;

void *sets(void *unused) {
    all[next] = 1;
    next++;
    return 0;
}

int main(void) {
    pthread_t t[COUNT];
    all = calloc(COUNT, sizeof(int));
    for (int i = 0; i < COUNT; i++) pthread_create(&t[i], 0, sets, 0);
    for (int i = 0; i < COUNT; i++) pthread_join(t[i], 0);
    assert(all[COUNT - 1] == 1);
    return 0;
}
