//@ expect: safe
//@ also: no-data-race, no-deadlock
// A tag says which of two members a union holds, of which one is shorter than the other.
#include <assert.h>
#include <pthread.h>

struct pair { int width, height; };

struct value {
    enum { NUMBER, PAIR } tag;
    union { int number; struct pair pair; } u;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct value v = {NUMBER, {4}};

int area(void) {
    return v.tag == NUMBER ? v.u.number : v.u.pair.width * v.u.pair.height;
}

void *work(void *arg) {
    pthread_mutex_lock(&m);
    v.tag = PAIR;
    v.u.pair.width = 2;
    v.u.pair.height = 3;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    int n = area();
    pthread_mutex_unlock(&m);
    assert(n == 4 || n == 6);
    pthread_join(t, 0);
    assert(area() == 6);
    return 0;
}
