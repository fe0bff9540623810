//@ expect: wrong (assertion, line 23)
//@ also: no-deadlock
//@ also not: no-data-race
// Every thread is given the address of the loop's variable, which goes on while they read it: both may see 1, or even 2.
#include <assert.h>
#include <pthread.h>

int seen[3];

void *note(void *arg) {
    int *number = arg;
    seen[*number]++;
    return 0;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, note, &i);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], 0);
    assert(seen[0] == 1 && seen[1] == 1); // fails
    return 0;
}
