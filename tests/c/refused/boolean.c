//@ refused: 3:1 I cannot read this as C11 with GNU extensions (at `bool`)
//@ help: include <stdbool.h>
bool done;

int main(void) {
    return 0;
}
