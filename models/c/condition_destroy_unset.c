//@ expect: wrong (undefined, line 7)
// A condition is destroyed that nobody has initialised.
#include <pthread.h>

int main(void) {
    pthread_cond_t changed;
    pthread_cond_destroy(&changed);
    return 0;
}
