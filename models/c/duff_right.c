//@ expect: safe
//@ also: no-data-race, no-deadlock
// A `switch` whose cases are inside a loop, a jump into a loop, labels in a row, empty statements.
#include <assert.h>
#include <pthread.h>

int copied;

void copy(int count) {
    int n = (count + 1) / 2;
    switch (count % 2) {
    case 0:
        do {
            copied++;
            /* fall through */
    case 1:
            copied++;
        } while (--n > 0);
    }
}

int into(int n) {
    int s = 0;
    if (n > 2)
        goto middle;
    while (n > 0) {
        s += 10;
    middle:
        s++;
        n--;
        ;
    }
    goto last;
first:
last:
    if (s > 100)
        goto first;
    return s;
}

void *work(void *arg) {
    copy(3);
    copy(4);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(copied == 7);
    assert(into(2) == 22 && into(3) == 1 + 2 * 11);
    return 0;
}
