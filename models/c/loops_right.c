//@ expect: safe
//@ also: no-data-race, no-deadlock
// `do` and `for` in all their forms, with `break` and `continue`; a loop whose body runs once although its condition fails.
#include <assert.h>
#include <pthread.h>

int x;

void *work(void *arg) {
    int n = 0, i = 3;
    do
        n++;
    while (n < 0);
    for (;;) {
        if (n == 4)
            break;
        if (n++ % 2)
            continue;
        x++;
    }
    while (i --> 0)
        n += i;
    for (int a = 0, b = 3; a < b; a++, b--)
        n += b;
    assert(n == 4 + 3 + 3 + 2);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
