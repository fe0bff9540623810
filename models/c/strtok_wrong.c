//@ expect: wrong (assertion, line 15)
//@ also not: no-data-race
// `strtok` keeps one rest for all threads.
#include <assert.h>
#include <pthread.h>
#include <string.h>

int words[2];

void *count(void *arg) {
    char text[] = "a b";
    int i = *(int *)arg, n = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        n++;
    assert(n == 2);
    words[i] = n;
    return 0;
}

int main(void) {
    pthread_t t[2];
    int which[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, count, &which[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
