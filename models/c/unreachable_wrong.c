//@ expect: wrong (undefined, line 15)
//@ tried: not, since the compiler leaves the test out
// The program says that control never comes there, and it does.
#include <pthread.h>

int x;

void *work(void *arg) {
    // The second one may see what the first one wrote.
    int seen = x;
    if (seen == 0)
        x = 1;
    else if (seen != 1)
        return 0;
    else __builtin_unreachable();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
