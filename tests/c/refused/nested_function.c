//@ refused: 5:21 I cannot read this as C11 with GNU extensions (at `{`): a function inside of a function is not supported
//@ help: move it out, or end the function before it by `}`
int main(void) {
    int x = 2;
    int twice(void) { return 2 * x; }
    return twice() - 4;
}
