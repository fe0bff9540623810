//@ refused: 7:5 `log` has no body here, and is not known
//@ help: add its body (`#include "other.c"` takes it from another file), or say that it does nothing else: `--stub log`
extern void log(const char *text);
int x;

int main(void) {
    log("x");
    return x;
}
