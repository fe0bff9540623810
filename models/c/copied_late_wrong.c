//@ expect: wrong (line 8)
//@ tried: not, since gcc copies what overlaps as it pleases
// `memcpy` of what overlaps, which is known when the program runs.
#include <string.h>

int numbers[4];

void shifts(int n) { memcpy(numbers, numbers + 1, n * sizeof numbers[0]); }

int main(void) {
    shifts(1);
    shifts(3);
}
