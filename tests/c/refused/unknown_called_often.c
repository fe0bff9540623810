//@ refused: 7:5 `fail` has no body here, and is not known
//@ refused: 9:5 `give_up` has no body here, and is not known
//@ help: add its body (`#include "other.c"` takes it from another file), or say that it does nothing else: `--stub fail`
void fail(const char *why);
void give_up(void);
int main(void) {
    fail("first");
    fail("second");
    give_up();
    fail("third");
    give_up();
    return 0;
}
