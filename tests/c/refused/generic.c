//@ refused: 4:12 types that only C tells apart from `char` may be meant here
int main(void) {
    signed char x = 0;
    return _Generic(x, char: 1, signed char: 0);
}
