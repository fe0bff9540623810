//@ expect: safe
// What is done in place of a call sees the names of the file, and not those of who calls it.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct pair { int a, b; };
enum { SIZE = 3 };
int x = 5, r;

struct pair both(void) {
    struct pair p = {x, SIZE};
    return p;
}

void keep(void) {
    r = x;
}

void *work(void *arg) {
    int x = 9;
    __VERIFIER_atomic_begin();
    keep();
    __VERIFIER_atomic_end();
    assert(x == 9);
    return arg;
}

int main(void) {
    struct pair { char c; } mine = {1};
    enum { SIZE = 4 };
    int x = 9;
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    assert(r == 5 && both().a == 5 && both().b == 3);
    assert(x == 9 && SIZE == 4 && mine.c == 1);
    return 0;
}
