//@ refused: 4:6 I cannot read this as C11 with GNU extensions (at `f`)
//@ help: a `;` may be missing before it
struct pair { int a, b; }
void f(void) {}
int main(void) {
    f();
    return 0;
}
