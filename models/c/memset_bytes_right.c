//@ expect: safe
// `memset` with another byte than 0.
#include <assert.h>
#include <stdalign.h>
#include <string.h>

alignas(16) static int before;

struct slot {
    _Alignas(64) int owner;
    alignas(long) int other;
    unsigned char marks[3];
};

int main(void) {
    int all[3];
    char text[4];
    unsigned short half;
    unsigned word;
    struct slot slot;
    memset(all, -1, sizeof all);
    memset(text, 'x', 3);
    text[3] = 0;
    memset(&half, 0xab, sizeof half);
    memset(&word, 0x81, sizeof word);
    memset(slot.marks, 255, sizeof slot.marks);
    slot.owner = 7 + before;
    slot.other = 8;
    assert(all[0] == -1 && all[2] == -1);
    assert(strcmp(text, "xxx") == 0);
    assert(half == 0xabab && word == 0x81818181u);
    assert(slot.marks[2] == 255 && slot.owner == 7);
}
