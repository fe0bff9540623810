//@ expect: safe
//@ also: no-deadlock
//@ also not: no-data-race
// Functions that return from loops and locks, whose answer is not used, that end without `return`, and that have no arguments.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int table[3] = {4, 5, 6}, searches;

int find(int wanted) {
    pthread_mutex_lock(&m);
    searches++;
    for (int i = 0; i < 3; i++)
        if (table[i] == wanted) {
            pthread_mutex_unlock(&m);
            return i;
        }
    pthread_mutex_unlock(&m);
    return -1;
}

void nothing(void) {
    if (searches > 100)
        return;
}

int plus(a, b)
    int a, b;
{
    return a + b;
}

void *work(void *arg) {
    (void)find(6);
    find(7);
    nothing();
    return find(5) == 1 ? arg : 0;
}

int main() {
    pthread_t t;
    void *same;
    pthread_create(&t, 0, work, &m);
    int where = find(4);
    pthread_join(t, &same);
    assert(where == 0 && searches == 4 && same == &m && plus(1, find(6)) == 3);
}
