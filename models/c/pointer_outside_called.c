//@ expect: inconclusive (pointers, line 12)
// What a function does that has its body elsewhere is not known, whoever points to it, and when.
#include <assert.h>

struct operations {
    void (*dump)(int);
};
extern void dump(int);
struct operations operations;

void call(void) {
    operations.dump(1);
    assert(0);
}

void set(void) {
    operations.dump = dump;
}

int main(void) {
    set();
    call();
    return 0;
}
