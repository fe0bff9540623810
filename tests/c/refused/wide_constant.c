//@ refused: 3:22 values of more than 32 bits are not supported
//@ refused: 4:17 a shift by the width or more, or by less than 0
unsigned long most = (unsigned long)-1;
int high = 1 << 32;

int main(void) {
    return 0;
}
