//@ expect: safe
//@ also: no-data-race, no-deadlock
// Strings are arrays of characters that end with 0; `puts` and `printf` read them and do nothing else.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

char word[] = "ab";
const char *name = "c" "d";

int length(const char *s) {
    int n = 0;
    while (*s++)
        n++;
    return n;
}

void *work(void *arg) {
    word[0] = *name;
    puts(name);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    printf("%s %d\n", word, length(word));
    assert(word[0] == 'c' && word[1] == 'b' && word[2] == '\0');
    assert(length(word) == 2 && sizeof word == 3 && length(name) == 2);
    return 0;
}
