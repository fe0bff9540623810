//@ expect: safe
//@ also: no-data-race, no-deadlock
// Backward and forward `goto`, out of two loops and over a block; what was locked is unlocked in one place.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

int find(int wanted) {
    int i = 0, j = 0, answer = -1;
    pthread_mutex_lock(&m);
    if (x > wanted)
        goto out;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i * j == wanted)
                goto found;
    goto out;
found:
    answer = 10 * i + j;
out:
    x++;
    pthread_mutex_unlock(&m);
    return answer;
}

void *work(void *arg) {
    int n = 0;
again:
    assert(find(2) != 21);
    if (++n < 2)
        goto again;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(x == 4);
    return 0;
}
