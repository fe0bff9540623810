//@ expect: safe
//@ also: no-data-race, no-deadlock
// `switch` with cases that fall through, a default in the middle, and a `break` and a `continue` inside.
#include <assert.h>
#include <pthread.h>

int kind(int n) {
    switch (n) {
    case 0:
        return 10;
    default:
        n += 1;
        /* fall through */
    case 1:
    case 2:
        n *= 2;
        break;
    case 'a':
        n = -1;
    }
    return n;
}

int total;

void *work(void *arg) {
    for (int i = 0; i < 4; i++) {
        switch (i) {
        case 1:
            continue;
        case 3:
            break;
        default:
            total += kind(i);
        }
        total++;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(kind(0) == 10 && kind(1) == 2 && kind(2) == 4 && kind(3) == 8 && kind('a') == -1);
    assert(total == 10 + 1 + 4 + 1 + 1);
    return 0;
}
