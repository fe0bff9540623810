//@ expect: safe
//@ also: no-data-race, no-deadlock
// Operands and arguments with effects of their own, in an order that every compiler keeps or that does not matter.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int next, calls;

int number(void) {
    calls++;
    return ++next;
}

void *work(void *arg) {
    int i = 0;
    pthread_mutex_lock(&m[i++]);
    pthread_mutex_lock(&m[i--]);
    assert(i == 0);
    pthread_mutex_unlock(m + 1);
    pthread_mutex_unlock(&*m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(calls == 0);
    next = 0;
    int sum = number() + number();
    assert(sum == 3 && next == 2);
    int a[3] = {0, 0, 0}, i = 0;
    a[i++] = number();
    a[i++] = 10 * number(), a[i] = a[0] + a[1];
    assert(a[0] == 3 && a[1] == 40 && a[2] == 43 && i == 2);
    int x = 5;
    x = x++ > 5 ? 1 : x;
    assert(x == 6);
    return 0;
}
