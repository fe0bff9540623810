//@ expect: inconclusive (64-bit value, line 11)
// The first thirty bits are followed.
#include <assert.h>
#include <pthread.h>

unsigned long set;
unsigned long count;

void *work(void *arg) {
    while (count < 64) {
        set = set | 1ul << count;
        count++;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(set != 0);
    return 0;
}
