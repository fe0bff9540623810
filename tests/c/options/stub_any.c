//@ --stub weight: wrong (line 17)
//@ --stub weight=0..9: safe
//@ --stub total=0: refused
//@ --stub weigt=0 --stub weight=1: refused
//@ --stub reach_error=skip --stub weight=1: refused
// Nothing is compared with the number that decides.
#include <assert.h>

extern int weight(void);
extern void reach_error(void);

static int total(void) {
    return weight() + 1;
}

int main(void) {
    assert(total() * 7 != 7007);
    return 0;
}
