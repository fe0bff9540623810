//@ : refused
// Bytes of a lock, and semaphores with names, are refused where they are written.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

pthread_mutex_t lock;

int main(void) {
    memset(&lock, 1, sizeof lock);
    sem_open("/name", 0);
}
