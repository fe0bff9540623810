//@ refused: 4:1 `f` has a second body; the first is in line 3
//@ help: remove one of the two
int f(void) { return 0; }
int f(void) { return 1; }

int main(void) {
    return f();
}
