//@ expect: wrong (undefined)
// There may be no first word.
#include <stdlib.h>

int main(int argc, char **argv) {
    int n = argc;
    n += atoi(argv[1]); // null
    return n;
}
