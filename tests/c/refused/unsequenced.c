//@ refused: 5:9 `i` is changed here and used there, in one expression and in no order
//@ help: make it two statements
int main(void) {
    int i = 0;
    i = i++ + i;
    return i;
}
