//@ wrong (line 38)
//@ --args 3 --args go: safe
//@ --args 3 --args stop: safe
//@ --args 2 --args go: wrong (line 29)
//@ --args -1 --args go: safe
//@ --args 3: safe
//@ --entry run --args 3: refused
// As many threads as the first word says, if the second one is `go`.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return arg;
}

void run(int n) {
    pthread_t ids[4];
    for (int i = 0; i < n; i++) pthread_create(&ids[i], 0, work, 0);
    for (int i = 0; i < n; i++) pthread_join(ids[i], 0);
    assert(n < 1 || done == 3);
}

int main(int argc, char *argv[]) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s NUMBER go\n", argv[0]);
        exit(1);
    }
    int n = atoi(argv[1]);
    assert(n < 4 && argv[3] == 0 && strcmp(argv[0], "a.out") == 0);
    if (strcmp(argv[2], "go") == 0) run(n);
    return 0;
}
