//@ expect: wrong (assertion, line 40)
//@ also: no-data-race
// There are as many as were asked for, and none behind them.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

int cells[3];

static void fill(int *to, size_t n) {
    while (n--) {
        *to++ = 7;
    }
}

static int sum(const int *of, size_t n) {
    int sum = 0;
    for (size_t i = n; i-- > 0;) {
        sum += of[i];
    }
    return sum;
}

static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

static void *half(void *number) {
    fill(cells, 3);
    return (void *)((long)number / 2);
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, half, (void *)8);
    pthread_join(thread, &result);
    assert(result == (void *)4);
    assert(sum(cells, 3) == 28);
    assert(compare("a", "a") == 0 && compare("a", "b") < 0);
    return 0;
}
