//@ expect: wrong (undefined, line 21)
//@ tried: not, the stack of a thread that has ended may be there for a while
// The thread may end between two steps of the one that follows a pointer to its local variable, under a lock or not.
#include <pthread.h>

int *_Atomic left;
int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    int mine = 1;
    left = &mine;
    return 0;
}

void *other(void *arg) {
    pthread_mutex_lock(&m);
    n++;
    int *p = left;
    if (p)
        *p = 2;
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
