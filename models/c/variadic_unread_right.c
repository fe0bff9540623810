//@ expect: safe
//@ also: no-data-race, no-deadlock
// A function with any number of arguments that looks at none of those without a name; they are evaluated.
#include <assert.h>
#include <pthread.h>

int told;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next(void) {
    pthread_mutex_lock(&lock);
    int now = ++told;
    pthread_mutex_unlock(&lock);
    return now;
}

int tell(const char *text, ...) {
    return text[0] == 't';
}

void *thread(void *unused) {
    assert(tell("told %d, %d", next(), next()));
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    tell("nothing");
    tell("told %d", next());
    pthread_join(other, 0);
    assert(told == 3);
    return 0;
}
