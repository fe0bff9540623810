//@ expect: wrong (assertion, line 15)
// What attributes make of structures and types: packed and aligned ones, and integers of another width.
#include <assert.h>
#include <stddef.h>

struct __attribute__((packed)) message { char kind; int n; };

struct row { char c; } __attribute__((aligned(16)));

typedef int byte __attribute__((__mode__(__QI__)));

struct nobody_asks { char c; int n __attribute__((aligned(16))); };

int main(void) {
    assert(sizeof(struct message) == 8 && offsetof(struct message, n) == 1);
    assert(sizeof(struct row) == 16);
    byte b = (byte)300;
    assert(b == 44);
    struct nobody_asks x = {1, 2};
    assert(x.n == 2);
    return 0;
}
