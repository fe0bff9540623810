//@ expect: safe
// A name for a structure that lies to 16 bytes, as newer headers have them, of which nobody asks how large it is.
#include <assert.h>
#include <pthread.h>

typedef struct {
    int count;
    int *last;
} buffer __attribute__((__aligned__));

buffer shared;
extern void unwind(buffer *of);

void *work(void *arg) {
    buffer *of = arg;
    of->last = &of->count;
    of->count++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &shared);
    pthread_join(t, 0);
    assert(shared.count == 1 && *shared.last == 1);
    return 0;
}
