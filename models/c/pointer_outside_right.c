//@ expect: safe
//@ also: no-data-race, no-deadlock
// A table of functions, of which one has its body elsewhere and is never called.
#include <assert.h>
#include <pthread.h>

struct operations {
    int (*get)(int);
    void (*dump)(struct operations *, int);
};

extern void dump(struct operations *of, int index);

int get(int n) {
    return n + 1;
}

struct operations operations = {.get = get, .dump = dump};
int found;

void *work(void *arg) {
    struct operations *of = arg;
    assert(of->dump == dump && of->dump != 0);
    found = of->get(1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &operations);
    pthread_join(t, 0);
    assert(found == 2);
    return 0;
}
