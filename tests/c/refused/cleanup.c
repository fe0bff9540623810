//@ refused: 10:5 a thread ends in a function that is called, and handlers may be waiting where it is called
//@ refused: 22:17 control jumps out of or into what stands between `pthread_cleanup_push` and `pop`
//@ help: go on to `pthread_cleanup_pop`, or end the thread with `pthread_exit`
#include <pthread.h>
int x;
static void handler(void *arg) {
    x = 0;
}
static void ends(void) {
    pthread_exit(0);
}

int main(void) {
    pthread_cleanup_push(handler, 0);
    while (x) {
        switch (x) {
            case 1: break;
            default: continue;
        }
        break;
    }
    if (x == 2) return 1;
    ends();
    pthread_cleanup_pop(1);
    return 0;
}
