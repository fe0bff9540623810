//@ expect: safe
//@ also: no-data-race, no-deadlock
// A union of two structures of equal layout: what is written as one is read as the other.
#include <assert.h>
#include <pthread.h>

union pair {
    struct { int x, y; } point;
    struct { int width, height; } size;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
union pair p = {{1, 2}};

void *work(void *arg) {
    pthread_mutex_lock(&m);
    p.point.x += 2;
    p.size.height += 3;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    int area = p.size.width * p.size.height;
    pthread_mutex_unlock(&m);
    assert(area == 2 || area == 15);
    pthread_join(t, 0);
    assert(p.point.y == 5 && &p.point.y == &p.size.height);
    return 0;
}
