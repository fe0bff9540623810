//@ refused: 6:12 `add` has 2 parameters and is given 1 argument
//@ help: it is declared in line 3
int add(int a, int b) { return a + b; }

int main(void) {
    return add(1);
}
