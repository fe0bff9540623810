//@ expect: safe
// Which of two atomic numbers is read first makes no difference inside of an atomic region, and all is done once.
#include <assert.h>
#include <pthread.h>

_Atomic unsigned a = 9, b = 6;
int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void __VERIFIER_atomic_less(void) {
    pthread_mutex_lock(&m);
    if (a > b)
        a = a - b;
    else if (b > a)
        b = b - a;
    done++;
    pthread_mutex_unlock(&m);
}

void *work(void *arg) {
    for (int i = 0; i < 2; i++)
        __VERIFIER_atomic_less();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(a == 3 && b == 3 && done == 2);
    return 0;
}
