//@ refused: 12:12 which handler this is, is not known
//@ help: name a function `void (void)` that has a body here
//@ refused: 13:12 `again` is called when the program ends, and there the program or its thread may end once more
#include <stdlib.h>

void again(void) {
    exit(1);
}

int main(int argc, char **argv) {
    void (*f)(void) = again;
    atexit(f);
    atexit(again);
    return 0;
}
