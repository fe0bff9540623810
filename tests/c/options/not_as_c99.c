//@ : safe
//@ -DWAIT: wrong (line 12)
// What GNU C has: a main without a type, and `\e`. A barrier has no initialiser.
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
pthread_barrier_t barrier;
main() {
    setlocale(LC_ALL, "");
    printf("\e[1mhere\\e\e[0m\n");
#ifdef WAIT
    pthread_barrier_wait(&barrier);
#endif
}
