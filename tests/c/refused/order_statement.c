//@ refused: 5:19 `i` is changed here and used there, in one expression and in no order
// Also where it is changed inside of a statement that is an expression.
int main(void) {
    int i = 1, j = 2;
    int r = i + ({i++; int j = 5; j++; i;});
    return r + j + ({int j = 1; j++; j;});
}
