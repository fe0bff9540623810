//@ refused: 9:1 I cannot read this as C11 with GNU extensions: the file ends in the middle of something
//@ help: a `}` is missing
int x;

int main(void) {
    if (x) {
        x = 0;
    return 0;
}
