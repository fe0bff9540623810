//@ expect: wrong (undefined, line 9)
//@ tried: not, since glibc says so in the result alone
// A key is used that was deleted.
#include <pthread.h>

int x;
pthread_key_t key;
void *work(void *arg) {
    pthread_setspecific(key, &x);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, 0);
    pthread_create(&t, 0, work, 0);
    pthread_key_delete(key);
    pthread_join(t, 0);
    return 0;
}
