//@ expect: wrong (undefined, line 13)
// Two threads take the next place of an array on the heap: that there is one was asked before, in another step.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int next;
int *cell;

void *work(void *arg) {
    if (next < 1) {
        int mine = next++;
        cell[mine] = 1; // fails
    }
    return 0;
}

int main(void) {
    pthread_t s, t;
    cell = malloc(sizeof(int));
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    free(cell);
    return 0;
}
