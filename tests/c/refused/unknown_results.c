//@ refused: 8:5 `reset` has no body here, and is not known
//@ refused: 9:12 `find` has no body here, and is not known
//@ help: add its body (`#include "other.c"` takes it from another file), or say that it does nothing else: `--stub reset`
//@ help: add its body, or say what it returns: `--stub find=0` a null pointer
void reset(int);
int *find(int);
int main(void) {
    reset(1);
    return find(2) == 0;
}
