//@ refused: 12:5 the members of this union do not share their cells
//@ refused: 13:5 the members of this union do not share their cells
#include <assert.h>

union number {
    float as_float;
    int as_int;
};

int main(void) {
    union number n;
    n.as_int = 0;
    assert(!n.as_float);
    return 0;
}
