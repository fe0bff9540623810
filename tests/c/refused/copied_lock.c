//@ refused: 9:28 a copy of a `pthread_mutex_t` is none, and of no use
//@ help: use a pointer to it
#include <pthread.h>
struct job {
    pthread_mutex_t lock;
};
struct job *job;
int main(void) {
    pthread_mutex_t mine = job->lock;
    return pthread_mutex_lock(&mine);
}
