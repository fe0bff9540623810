//@ refused: 10:14 `x` is changed here and used there, in one expression and in no order
//@ help: make it two statements
int x;

int f(int a, int b) {
    return a - b;
}

int main(void) {
    return f(x++, x);
}
