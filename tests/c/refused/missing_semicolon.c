//@ refused: 4:14 I cannot read this as C11 with GNU extensions (at `{`)
//@ help: a `;` may be missing before this function
int x
void f(void) { x = 1; }
int main(void) {
    f();
    return 0;
}
