//@ expect: wrong (line 25)
// A call in parentheses, as macros write it, starts a thread, too.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define CHECK(call)      \
    do {                 \
        int e_ = (call); \
        if (e_)          \
            exit(1);     \
    } while (0)

int x;

void *worker(void *unused) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    CHECK(pthread_create(&t, 0, worker, 0));
    CHECK(pthread_join(t, 0));
    assert(x == 0);
}
