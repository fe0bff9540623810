//@ expect: safe
//@ also: no-data-race, no-deadlock
// What nobody has set is copied, computed with, handed on and printed: it says nothing, and nothing depends on it.
#include <pthread.h>
#include <stdio.h>

struct point { int x; unsigned char y; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct point p;

int twice(int k) { return 2 * k; }

void *worker(void *unused) {
    int local, far, all[2], copy[2];
    for (int i = 0; i < 2; i++) copy[i] = all[i] + *(i + all);
    struct point q;
    q.x = 1;
    far = twice(local) + q.y;
    pthread_mutex_lock(&m);
    p = q;
    p.y = far;
    pthread_mutex_unlock(&m);
    printf("%d\n", far);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return p.x - 1;
}
