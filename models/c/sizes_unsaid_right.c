//@ expect: safe
// The initialiser says how long the array is, and from then on the array has a size, also in the lengths of others.
#include <assert.h>

const unsigned rounds[] = {2, 1};
#define THREADS (sizeof(rounds) / sizeof(*rounds))
int done[THREADS];
char word[] = "four";
int letters[sizeof word];

int main(void) {
    assert(sizeof rounds == 8 && THREADS == 2 && sizeof word == 5);
    done[THREADS - 1] = 1;
    letters[sizeof word - 1] = 1;
    return 0;
}
