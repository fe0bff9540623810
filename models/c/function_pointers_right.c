//@ expect: safe
//@ also: no-data-race, no-deadlock
// A table of functions, a function that is given to another, and a start routine that is chosen.
#include <assert.h>
#include <pthread.h>

typedef int (*operation)(int, int);

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }

operation table[2] = {add, &sub};
int result[2];

int apply(operation f, int a, int b) {
    return f(a, b);
}

void *first(void *arg) {
    result[0] = apply(table[0], 2, 1);
    return 0;
}

void *second(void *arg) {
    result[1] = (*table[1])(2, 1);
    return 0;
}

int main(void) {
    pthread_t t[2];
    void *(*start[])(void *) = {first, second};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, start[i], 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(result[0] == 3 && result[1] == 1);
    assert(table[0] == add && table[0] != sub);
    return 0;
}
