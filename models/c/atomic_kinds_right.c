//@ expect: safe
//@ also: no-data-race, no-deadlock
// Atomic flags, pointers, narrow numbers and members; `atomic_init`, and assignments that answer with the value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct shared { atomic_bool ready; atomic_uchar byte; int *_Atomic at; atomic_int cells[2]; };

struct shared s;
int x = 3;
atomic_int y = ATOMIC_VAR_INIT(4);

void *work(void *arg) {
    s.byte += 200;
    s.cells[1]--;
    s.at = &x;
    s.ready = true;
    return 0;
}

int main(void) {
    pthread_t t;
    atomic_init(&s.cells[0], 7);
    pthread_create(&t, 0, work, 0);
    s.byte += 100;
    if (s.ready)
        assert(*s.at == 3 && s.cells[1] == -1);
    pthread_join(t, 0);
    assert(s.byte == 44 && s.cells[0] == 7 && s.ready);
    int answer = y = 5;
    assert(answer == 5 && (y *= 2) == 10 && y++ == 10 && --y == 10);
    return 0;
}
