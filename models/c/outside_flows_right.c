//@ expect: safe
//@ also: no-data-race, no-deadlock
// Numbers from outside that are handed on and compared with constants: a few of them stand for all.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int kept, small;
struct { int command; unsigned size; } request;

static int limited(int x) {
    if (x > 1000)
        return 1000;
    return x < -1000 ? -1000 : x;
}

void *work(void *arg) {
    int x = limited(__VERIFIER_nondet_int());
    pthread_mutex_lock(&m);
    kept = x;
    small = kept >= -1000 && kept < 1001;
    assert(small);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    request.command = __VERIFIER_nondet_int();
    request.size = __VERIFIER_nondet_uint();
    int done = 0;
    switch (request.command) {
    case 7:
        done = 1;
        break;
    case 77777:
        done = 2;
    }
    assert((done == 0) == (request.command != 7 && request.command != 77777));
    if (request.size > 4000000000u)
        assert((int)request.size < 0);
    pthread_join(t, 0);
    assert(small == 1);
    return 0;
}
