//@ expect: safe
// `__thread` in every place where it may stand, and `register` where it means nothing.
#include <assert.h>
#include <pthread.h>

__thread int a = 1;
static __thread int b;
extern __thread int c;
__thread int c = 3, *p;

void *work(void *arg) {
    static __thread int d = 4;
    register int e = 5;
    for (register int i = 0; i < 2; i++)
        a++, b++, c++, d++;
    p = &d;
    assert(a == 3 && b == 2 && c == 5 && *p == 6 && e == 5);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a == 1 && b == 0 && c == 3 && p == 0);
    return 0;
}
