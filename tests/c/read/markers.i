# 1 "counter.c"
# 1 "<built-in>"
# 1 "counter.c"
# 1 "lock.h" 1
# 10 "lock.h"
typedef unsigned long pthread_t;
typedef struct { int n; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);

static void unlock_twice(pthread_mutex_t *m) {
    pthread_mutex_unlock(m);
    pthread_mutex_unlock(m);
}
# 3 "counter.c" 2
//@ expect: wrong (undefined, lock.h line 19)
pthread_mutex_t m;

void *work(void *arg) {
    pthread_mutex_lock(&m);
# 100 "counter.c"
    unlock_twice(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
