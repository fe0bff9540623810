//@ expect: safe
//@ also: no-data-race, no-deadlock
// Structures in structures, copied as a whole, given and returned by value.
#include <assert.h>
#include <pthread.h>

struct point { int x, y; };
struct box { struct point from, to; int tag; };

struct box shared = {{1, 2}, {3, 4}, 5};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct point middle(struct box b) {
    struct point p = {(b.from.x + b.to.x) / 2, (b.from.y + b.to.y) / 2};
    b.tag = 0;
    return p;
}

void *work(void *arg) {
    struct box mine;
    pthread_mutex_lock(&m);
    mine = shared;
    pthread_mutex_unlock(&m);
    struct point p = middle(mine);
    assert(mine.tag == 5);
    assert((p.x == 2 && p.y == 3) || (p.x == 0 && p.y == 0));
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    shared = (struct box){.tag = 5};
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(middle(shared).x == 0);
    return 0;
}
