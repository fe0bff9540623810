//@ expect: wrong (assertion, line 31)
//@ also: no-deadlock
//@ also not: no-data-race
// Without a mutex a text may be half written when it is looked at.
#include <assert.h>
#include <pthread.h>
#include <string.h>

const char *const names[3] = {"get", "put", "push"};
char buffer[8];

static int number_of(const char *text) {
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

void *answer(void *arg) {
    strcpy(buffer, "push");
    return 0;
}

int main(void) {
    pthread_t t;
    buffer[2] = 't';
    pthread_create(&t, 0, answer, 0);
    int n = number_of(buffer);
    assert(n != 1); // fails: `pu` is there, and `t` still is
    pthread_join(t, 0);
    return 0;
}
