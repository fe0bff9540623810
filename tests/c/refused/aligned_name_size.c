//@ refused: 9:5 members of `struct` are packed or aligned, so its size and its offsets are not followed
#include <assert.h>

typedef struct {
    char c;
} buffer __attribute__((aligned(64)));

int main(void) {
    assert(sizeof(buffer) == 1);
    return 0;
}
