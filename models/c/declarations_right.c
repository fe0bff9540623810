//@ expect: safe
//@ also: no-data-race, no-deadlock
// Declarations of every kind: typedefs of typedefs, `extern`, `const`, `volatile`, `restrict`, `inline`, `_Generic`, `_Static_assert`.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

typedef int number;
typedef number row[2];
typedef struct pair *pair_p;
typedef void *start_t(void *);

struct pair { number a; volatile number b; };

_Static_assert(sizeof(row) == 8, "a row is two numbers");

extern const number limit;
extern row r;
start_t work;
static inline number twice(const number n) { return n * 2; }

const number limit = 4;
row r = {[1] = 3};
static struct pair p = {.b = 1};

void *work(void *arg) {
    pair_p q = arg;
    register number n = q->b;
    for (number i = 0; i < limit; i++) {
        number n = i;
        r[0] += n;
    }
    q->a = twice(n);
    return 0;
}

int main(void) {
    pthread_t t;
    bool fits = true;
    pthread_create(&t, 0, work, &p);
    pthread_join(t, 0);
    pair_p q = &(struct pair){5, 6};
    fits &= _Generic(limit, int: 1, default: 0);
    number sum = ({ number s = q->a; s += q->b; s; });
    assert(fits && p.a == 2 && r[0] == 6 && r[1] == 3 && sum == 11);
    return 0;
}
