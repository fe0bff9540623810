//@ : inconclusive (nondet domain)
//@ --races: inconclusive (nondet domain)
//@ --args 7 --races: inconclusive (nondet domain)
// Two threads ask for the same number from outside; that is no race.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static char **words;
static int me;
static void *work(void *ignored) {
    assert(getpid() == me);
    if (words[1]) atoi(words[1]);
    return ignored;
}
int main(int argc, char **argv) {
    pthread_t a, b;
    words = argv;
    me = getpid();
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
