//@ safe
//@ --nondet 0..1: safe
//@ --nondet 0..1 --stub rand=7: safe
// Of what is left by a small number there are all, whatever is said of others.
#include <assert.h>
#include <stdlib.h>

int counts[100];

int main(void) {
    counts[rand() % 100]++;
    return 0;
}
