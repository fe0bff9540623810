//@ expect: safe
//@ also: no-data-race, no-deadlock
// Every compound assignment, both kinds of `++` and `--`, and assignments as values.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x = 5;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    x += 3;
    x *= 2;
    x -= 1;
    x /= 2;
    x %= 4;
    x <<= 3;
    x >>= 1;
    x |= 3;
    x &= 14;
    x ^= 5;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    int seen = x;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(x == 11 && (seen == 5 || seen == 11));
    int i = 0, j, k;
    j = k = i++;
    assert(j == 0 && k == 0 && i == 1 && ++i == 2 && i-- == 2 && --i == 0);
    return 0;
}
