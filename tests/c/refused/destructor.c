//@ refused: 15:30 which destructor this is, is not known
//@ help: name a function `void (void *)` that has a body here
//@ refused: 16:30 a thread that ends calls `end`, and there it may end once more
#include <pthread.h>

pthread_key_t key;

void end(void *value) {
    pthread_exit(0);
}

void (*chosen)(void *) = end;

int main(void) {
    pthread_key_create(&key, chosen);
    pthread_key_create(&key, end);
    return 0;
}
