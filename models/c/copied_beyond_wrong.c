//@ expect: wrong (line 8)
//@ tried: not, since gcc writes there without a word
// More is copied than there is room for.
#include <string.h>

int from[4], to[3];

void copies(int n) { memcpy(to, from, n * sizeof to[0]); }

int main(void) {
    copies(3);
    copies(4);
}
