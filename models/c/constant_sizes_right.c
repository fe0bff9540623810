//@ expect: safe
//@ also: no-data-race
// Objects that are `const` are the numbers that they are set to: as sizes, as lengths, and for how many threads start.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

const int ROUNDS = 5;
static const unsigned char WIDE = 300;
const int ELEMENTS = sizeof(int) * 3;

int *all;

void *sets(void *i) {
    all[(int)(long)i] = WIDE;
    return 0;
}

int main(void) {
    const int ids = ROUNDS + 1;
    pthread_t t[ids];
    all = malloc(sizeof(int) * ELEMENTS);
    assert(sizeof(t) == 6 * sizeof(pthread_t) && sizeof(WIDE) == 1 && WIDE == 44);
    for (int i = 0; i < ROUNDS; i++) pthread_create(&t[i], 0, sets, (void *)(long)i);
    for (int i = 0; i < ROUNDS; i++) pthread_join(t[i], 0);
    assert(all[ROUNDS - 1] == 44);
    return 0;
}
