//@ expect: safe
//@ also: no-data-race, no-deadlock
// What is right of `&&`, `||` and `?:` happens only where it is asked for.
#include <assert.h>
#include <pthread.h>

int calls;
int *_Atomic p;
int x = 3;

int call(int answer) {
    calls++;
    return answer;
}

void *set(void *arg) {
    p = &x;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    if (p && *p == 3)
        x = 4;
    pthread_join(t, 0);
    assert(x == 3 || x == 4);
    assert(!(call(0) && call(1)) && calls == 1);
    assert((call(1) || call(0)) && calls == 2);
    int which = call(0) ? call(5) : call(6);
    assert(which == 6 && calls == 4);
    int last = (call(1), call(2), call(3));
    assert(last == 3 && calls == 7);
    return 0;
}
