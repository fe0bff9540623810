//@ expect: safe
//@ also: no-data-race, no-deadlock
// Commands are told apart by their texts; a thread answers while `main` looks.
#include <assert.h>
#include <pthread.h>
#include <string.h>

const char *const names[3] = {"get", "put", "push"};
char buffer[8];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int number_of(const char *text) {
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

void *answer(void *arg) {
    pthread_mutex_lock(&m);
    strcpy(buffer, "push");
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    assert(strlen(names[0]) == 3 && strlen("") == 0 && names[2][1] == 'u');
    assert(strcmp("put", "push") > 0 && strcmp("pu", "push") < 0 && strncmp("put", "push", 2) == 0);
    assert(memcmp("a\0b", "a\0c", 2) == 0 && memcmp("a\0b", "a\0c", 3) < 0);
    assert(strcmp("\xff", "a") > 0 && strncmp("a", "b", 0) == 0);
    pthread_create(&t, 0, answer, 0);
    pthread_mutex_lock(&m);
    int n = number_of(buffer);
    assert(n == -1 || n == 2);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(number_of(buffer) == 2 && strlen(buffer) == 4);
    return 0;
}
