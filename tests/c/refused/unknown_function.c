//@ refused: 6:12 `start_engine` has no body here, and is not known
//@ help: add its body (`#include "other.c"` takes it from another file), or say what it returns: `--stub start_engine` any number, `--stub start_engine=0..1` one of these
int start_engine(int);

int main(void) {
    return start_engine(3);
}
