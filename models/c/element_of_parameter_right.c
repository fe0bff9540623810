//@ expect: safe
//@ also: no-data-race, no-deadlock
// An element is found by its number in a structure that is handed over, returned or chosen, however many numbers it is made of.
#include <assert.h>
#include <pthread.h>

struct s {
    struct {
        int a, b;
    } v[2];
    int m[2][2];
};

struct s g = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, h;
int sum;

int second(struct s x, int i) {
    return x.v[i].b + x.m[i][1] + x.m[1][i];
}

struct s copy(void) {
    return g;
}

void *adds(void *at) {
    int i = *(int *)at;
    sum = second(g, i) + copy().v[i].a + (sum == 0 ? g : h).m[i][i];
    return 0;
}

int main(void) {
    pthread_t t;
    int one = 1;
    pthread_create(&t, 0, adds, &one);
    pthread_join(t, 0);
    assert(sum == 4 + 8 + 8 + 3 + 8);
    return 0;
}
