//@ expect: safe
//@ also: no-data-race, no-deadlock
// Constants are computed in their types: what takes more than 32 bits in between may fit in the end.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct pair { int a, b; };

enum { FOUR = (1L << 40) >> 38, BIG = 0x7fffffff, BYTE = (unsigned char)-1 };

struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
struct pair *second = pairs + 1;
int table[4] = {10, 11, 12, 13};
int *third = 2 + table, *last = table + 4 - 1;
unsigned all = ~0u;
int less = -1 < 1u, same = (size_t)-1 == ~0ul, short_cut = 0 && 1 / 0;
char letter = 'a' + 256;
int chosen = sizeof(1 ? -1 : 1ul) == sizeof(long);
int length = sizeof(char[FOUR]) - 5 < 0;

int by(unsigned v) {
    switch (v) {
    case -1: return 1;
    case 0x80000000 ... 0x80000010: return 2;
    }
    return 3;
}

int of_size(unsigned long n) {
    switch (n) {
    case -1: return 1;
    case 4: return 2;
    }
    return 3;
}

int main(void) {
    long wide = -8;
    int amount = 40;
    assert(FOUR == 4 && BIG == 2147483647 && BYTE == 255);
    assert(second->a == 3 && *third == 12 && *last == 13);
    assert(all == 4294967295u && less == 0 && same == 1 && short_cut == 0 && chosen);
    assert(letter == 'a' && length == 0);
    assert(by(all) == 1 && by(0x80000004) == 2 && by(4) == 3);
    assert(of_size(sizeof(int)) == 2 && of_size(0) == 3);
    assert(wide >> amount == -1 && wide / -1 == 8);
    return 0;
}
