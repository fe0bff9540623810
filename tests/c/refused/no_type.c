//@ refused: 3:1 I cannot read this as C11 with GNU extensions (at `main`): its type is missing
//@ help: write `int main(void)`
main() {
    return 0;
}
