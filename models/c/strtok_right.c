//@ expect: safe
// Each thread cuts a text of its own into words, and keeps its own rest.
#include <assert.h>
#include <pthread.h>
#include <string.h>

int words[2];

void *count(void *arg) {
    char text[] = ",ab;,c";
    char *rest = 0;
    int i = *(int *)arg;
    for (char *word = strtok_r(text, ",;", &rest); word; word = strtok_r(NULL, ",;", &rest))
        words[i] += (int)strlen(word);
    return 0;
}

int main(void) {
    pthread_t t[2];
    int which[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, count, &which[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(words[0] == 3 && words[1] == 3);
    return 0;
}
