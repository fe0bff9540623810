//@ expect: wrong (assertion)
//@ also: no-deadlock
//@ also not: no-data-race
// The function that SV-COMP's programs call when something is wrong, defined as they do: a call of it is the error (in its line, or in that of the call).
#include <pthread.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "error_function.c", 0, "reach_error"); }

int x;

void *work(void *arg) {
    x++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2) {
    ERROR:
        reach_error();
        goto ERROR;
    }
    return 0;
}
