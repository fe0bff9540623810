//@ expect: safe
/* the types as a C library lays them out, and how its initialisers look when the preprocessor is done */
typedef unsigned long int pthread_t;
typedef struct __list { struct __list *prev, *next; } list_t;
struct mutex_data { int lock; unsigned int count; int owner; unsigned int users; int kind; short spins, elision; list_t list; };
typedef union { struct mutex_data data; char size[40]; long int align; } pthread_mutex_t;
typedef union { char size[56]; long int align; } pthread_attr_t;
extern int pthread_create(pthread_t *__restrict newthread, const pthread_attr_t *__restrict attr,
    void *(*start)(void *), void *__restrict arg) __attribute__((__nothrow__)) __attribute__((__nonnull__(1, 3)));
extern int pthread_join(pthread_t th, void **thread_return);
extern int pthread_mutex_lock(pthread_mutex_t *mutex) __attribute__((__nothrow__ , __leaf__));
extern int pthread_mutex_unlock(pthread_mutex_t *mutex);
extern void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
    __attribute__((__nothrow__ , __leaf__)) __attribute__((__noreturn__));

pthread_mutex_t m = { { 0, 0, 0, 0, 0, 0, 0, { 0, 0 } } };
int x;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return ((void *)0);
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, ((void *)0), work, ((void *)0));
    pthread_create(&b, ((void *)0), work, ((void *)0));
    pthread_join(a, ((void *)0));
    pthread_join(b, ((void *)0));
    ((void) sizeof ((x == 2) ? 1 : 0), __extension__ ({ if (x == 2) ; else __assert_fail ("x == 2", "f.c", 31, __extension__ __PRETTY_FUNCTION__); }));
    return 0;
}
