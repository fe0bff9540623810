//@ expect: wrong (assertion, line 30)
//@ also not: no-data-race
// What nobody has set is copied, and behind it two threads count without a lock.
#include <pthread.h>
#include <stdio.h>
#include <assert.h>

struct point { int x; unsigned char y; };
struct point p;

int twice(int k) { return 2 * k; }

void *worker(void *unused) {
    int local, far;
    struct point q;
    far = twice(local) + q.y;
    p.x = p.x + 1;
    p.y = q.y;
    p.y = far;
    printf("%d\n", far);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(p.x == 2);
    return 0;
}
