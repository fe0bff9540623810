//@ expect: safe
//@ also not: no-data-race
// One thread copies a text, another one sets a character of it: a race.
#include <pthread.h>
#include <string.h>

char word[4] = "ab", copy[4];

static void *sets(void *arg) {
    word[1] = 'c';
    return NULL;
}

int main(void) {
    pthread_t thread;
    const char *from = word;
    pthread_create(&thread, NULL, sets, NULL);
    strcpy(copy, from);
    pthread_join(thread, NULL);
    return 0;
}
