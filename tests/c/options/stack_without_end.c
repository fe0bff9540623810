//@ --threads 3: safe
//@ --rules summaries: inconclusive (threads)
// Any number of threads push onto a stack of cells that they take from a pool by twos: a cell and what is below it.
// What was pushed stays there, though nobody says for how long the pool lasts.
#include <assert.h>
#include <pthread.h>

enum { CELLS = 9 };
int cells[CELLS];
int next = 1, top = 0;
pthread_mutex_t pool = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;

static int take(void) {
    int taken = -1;
    pthread_mutex_lock(&pool);
    if (next + 2 - 1 > CELLS) {
        taken = 0;
    } else {
        taken = next;
        next += 2;
    }
    pthread_mutex_unlock(&pool);
    return taken;
}

static int push(int value) {
    int node = take();
    if (node == 0) return 0;
    cells[node] = value;
    pthread_mutex_lock(&lock);
    cells[node + 1] = top;
    top = node;
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *pusher(void *unused) {
    while (1) {
        int pushed = push(7);
        pthread_mutex_lock(&lock);
        assert(!pushed || top != 0);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, pusher, 0);
}
