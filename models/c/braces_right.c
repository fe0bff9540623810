//@ expect: safe
//@ also: no-data-race, no-deadlock
// Initialisers without inner braces, of which `gcc -Wall` warns: values fill members and elements in order.
#include <assert.h>
#include <pthread.h>

struct point { int x, y; };
struct line { struct point from, to; int width; };

struct line l = {1, 2, {.y = 4}, 5};
int square[2][2] = {1, 2, 3};
struct point points[] = {1, 2, [2] = 5, 6};

void *work(void *arg) {
    l.to.x = square[1][0];
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(l.from.x == 1 && l.from.y == 2 && l.to.x == 3 && l.to.y == 4 && l.width == 5);
    assert(square[0][1] == 2 && square[1][1] == 0);
    assert(sizeof points / sizeof *points == 3 && points[0].y == 2 && points[1].x == 0 && points[2].y == 6);
    return 0;
}
