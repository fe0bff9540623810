//@ : wrong (line 22)
//@ --rules reduction: inconclusive (uninitialised)
//@ --uninitialised choose: wrong (line 22)
//@ --uninitialised choose --nondet 0..2: wrong (line 22)
// A local that nobody sets where the condition is false; another one in memory.
#include <assert.h>

int chosen(_Bool b) {
    int n;
    if (b) n = 1;
    return n;
}

int pointed(void) {
    unsigned char c;
    unsigned char *p = &c;
    return *p;
}

int main(void) {
    assert(chosen(1) == 1 && pointed() < 256);
    assert(chosen(0) != 2); // fails where it holds 2
    return 0;
}
