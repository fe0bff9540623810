//@ refused: 9:30 which destructor this is, is not known
//@ help: name a function `void (void *)` that has a body here
#include <pthread.h>

extern void outside(void *value);
pthread_key_t key;

int main(void) {
    pthread_key_create(&key, outside);
    return 0;
}
