//@ expect: safe
//@ also: no-data-race, no-deadlock
// Initialisers with and without braces and designators, with addresses and sizes; what is left out is zero.
#include <assert.h>
#include <pthread.h>

struct point { int x, y; };
struct line { struct point from, to; const char *name; };

enum { A = 2, B = A * 3 };

int n = B - 1, *p = &n;
int a[] = {1, 2, [4] = 5, 6};
int *middle = &a[2], *end = a + 6;
struct line l = {{1, 2}, {.y = 4}, "l"};
struct line lines[2] = {[1].to.x = 9, [0] = {.from = {7}}};
char text[6] = "ab", letters[] = {'x', 'y', 0};
int square[2][2] = {{1, 2}, {3}};

void *work(void *arg) {
    int local[3] = {[1] = 5};
    struct point pair = {.y = *p}, copy = pair;
    local[0] = copy.y;
    return (void *)(long)(local[0] + local[1] + local[2] + copy.x);
}

int main(void) {
    pthread_t t;
    void *answer;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, &answer);
    assert((long)answer == 10);
    assert(sizeof a / sizeof *a == 6 && a[2] == 0 && a[4] == 5 && a[5] == 6 && middle[2] == 5 && end[-1] == 6);
    assert(l.from.x == 1 && l.from.y == 2 && l.to.x == 0 && l.to.y == 4 && l.name[0] == 'l');
    assert(lines[1].to.x == 9 && lines[0].from.x == 7 && lines[0].to.y == 0 && !lines[1].name);
    assert(text[1] == 'b' && text[2] == 0 && text[5] == 0 && sizeof letters == 3);
    assert(square[1][0] == 3 && square[1][1] == 0);
    return 0;
}
