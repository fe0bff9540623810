//@ expect: safe
// Short names of types, as the headers of GNU have them, also where the program gives them once more.
#include <assert.h>
#include <stdlib.h>

typedef unsigned int uint;

uint a;
ulong b;
ushort c = 65535;
u_int d;
u_char e = 255;

int main(void) {
    a--;
    c++;
    e++;
    assert(a > 0 && b == 0 && c == 0 && d == 0 && e == 0);
    return 0;
}
