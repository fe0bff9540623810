//@ refused: 7:5 I cannot read this as C11 with GNU extensions (at `return`)
//@ help: a `;` may be missing before it
int x;

int main(void) {
    x = 1
    return 0;
}
