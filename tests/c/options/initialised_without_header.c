//@ --rules summaries: safe
// As after a preprocessor that did not see the header: the name of the macro stands there.
typedef unsigned long pthread_t;
typedef union {
    char size[40];
    long align;
} pthread_mutex_t;
typedef union pthread_attr_t pthread_attr_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void *count(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    count(0);
    pthread_join(t, 0);
    if (n != 2) {
        reach_error();
    }
    return 0;
}
