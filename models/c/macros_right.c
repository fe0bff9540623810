//@ expect: safe
//@ also: no-data-race, no-deadlock
// Macros: a lock as a pair of them, one that is several statements, one that counts elements, conditional text.
#include <assert.h>
#include <pthread.h>

#define LOCKED(m, body) \
    do { \
        pthread_mutex_lock(&(m)); \
        body; \
        pthread_mutex_unlock(&(m)); \
    } while (0)
#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#ifdef __MOVERLOG__
#define ROUNDS 2
#else
#define ROUNDS 2
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, largest;

void *work(void *arg) {
    for (int i = 0; i < ROUNDS; i++)
        LOCKED(m, x++; largest = MAX(largest, x));
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (unsigned i = 0; i < LENGTH(t); i++)
        pthread_create(&t[i], 0, work, 0);
    for (unsigned i = 0; i < LENGTH(t); i++)
        pthread_join(t[i], 0);
    assert(x == 4 && largest == x);
    return 0;
}
