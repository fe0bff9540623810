//@ refused: 3:1 `unknown` is not declared
// The place in the included file is said, too.
#include "included_error.h"
int main(void) {
    return f(1);
}
