//@ -DLEAST: safe
//@ -DSIGN: inconclusive (nondet domain)
//@ -DSCANNED: inconclusive (nondet domain)
//@ -DOTHERS: wrong (line 23)
//@ -DPROCESS: safe
//@ -DSEEDED: inconclusive (nondet domain)
//@ -DRANDOM: wrong (line 31)
// A word of the command line says the same number whenever it is asked, and a process keeps its number.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
int main(int argc, char *argv[]) {
    int a = 0, b = 0;
#if defined(LEAST)
    if (argc == 2) assert(MIN(atoi(argv[1]), 10) <= 10);
#elif defined(SIGN)
    if (argc == 2 && strtol(argv[1], 0, 10) > 0) assert(atoi(argv[1]) > 0);
#elif defined(SCANNED)
    if (argc == 2 && sscanf(argv[1], "%d", &a) == 1 && sscanf(argv[1], "%d", &b) == 1) assert(a == b);
#elif defined(OTHERS)
    if (argc == 3) assert(atoi(argv[1]) == atoi(argv[2]));
#elif defined(PROCESS)
    assert(getpid() == getpid() && getpid() > 0);
#elif defined(SEEDED)
    srand(1), a = rand(), srand(1), b = rand();
    assert(a == b);
#else
    srand(1), a = rand(), b = rand();
    assert(a == b);
#endif
    return a - a;
}
