//@ expect: safe
//@ also: no-data-race, no-deadlock
// `sizeof` of types, objects and expressions, which are not evaluated; padding counts.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct padded { char c; int n; char d; };

int a[3], x = 1;

void *work(void *arg) {
    for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++)
        a[i] = (int)sizeof(char[2]);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(a[0] + a[1] + a[2] == 6);
    assert(sizeof(struct padded) == 12 && offsetof(struct padded, d) == 8);
    assert(sizeof(x++) == 4 && x == 1);
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(long long) == 8 && sizeof(long) == sizeof(void *));
    assert(sizeof "abc" == 4 && sizeof(a) == 12 && _Alignof(int) == 4);
    return 0;
}
