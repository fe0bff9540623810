//@ expect: safe
//@ also: no-data-race, no-deadlock
// Places that are computed: through `?:`, casts, members of members, pointers to arrays, calls that return pointers.
#include <assert.h>
#include <pthread.h>

struct inner { int a[2]; };
struct outer { struct inner *in; struct inner own; };

int x, y;
struct inner far = {{1, 2}};
struct outer o = {&far, {{3, 4}}};
int grid[2][3];

int *choose(int which) {
    return which ? &x : &y;
}

struct outer *whole(void) {
    return &o;
}

void *work(void *arg) {
    *(arg ? &x : &y) = 5;
    *choose(0) = 6;
    whole()->in->a[1] += 10;
    (*whole()).own.a[0]--;
    int (*row)[3] = &grid[1];
    (*row)[2] = 7;
    row--;
    (*row)[0] = 8;
    *(grid[0] + 1) = 9;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &x);
    pthread_join(t, 0);
    assert(x == 5 && y == 6);
    assert(far.a[1] == 12 && o.own.a[0] == 2 && o.own.a[1] == 4);
    assert(grid[1][2] == 7 && grid[0][0] == 8 && grid[0][1] == 9);
    struct inner *p = &o.own;
    int *q = p->a;
    assert(*++q == 4 && *q-- == 4 && (*q)++ == 2 && *q == 3 && &p->a[1] - q == 1);
    return 0;
}
