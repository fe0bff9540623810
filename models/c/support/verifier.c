/* What SV-COMP's programs call, for running them with gcc: `gcc -pthread PROGRAM.c support/verifier.c`.
 * A function `__VERIFIER_atomic_NAME` is not one step here; tests/c/run_gcc.sh makes it one. */
#include "verifier.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;

static unsigned drawn(unsigned below) {
    static __thread unsigned seed;
    if (!seed) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = (unsigned)now.tv_nsec ^ (unsigned)(unsigned long)&seed;
    }
    return (unsigned)rand_r(&seed) % below;
}

int __VERIFIER_nondet_int(void) { return (int)drawn(12) - 2; }
unsigned int __VERIFIER_nondet_uint(void) { return drawn(10); }
char __VERIFIER_nondet_char(void) { return (char)drawn(256); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)drawn(256); }
_Bool __VERIFIER_nondet_bool(void) { return drawn(2); }

void __VERIFIER_assume(int holds) {
    if (!holds)
        exit(0);
}

void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&section); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&section); }

__attribute__((weak)) void reach_error(void) {
    fputs("the error is reached\n", stderr);
    abort();
}
