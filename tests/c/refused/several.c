//@ refused: 7:17 complex numbers are not supported
//@ help: make it a structure of two numbers
//@ refused: 11:9 `n` is changed here and used there, in one expression and in no order
//@ refused: 12:12 `unknown` has no body here, and is not known
//@ refused: 12:25 `m` is not declared
int unknown(int);
_Complex double d;

int main(void) {
    int n = 0;
    n = n++ + n;
    return unknown(n) + m;
}
