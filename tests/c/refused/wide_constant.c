//@ refused: 3:21 values of more than 32 bits are not supported
//@ refused: 4:18 a shift by the width or more, or by less than 0
unsigned long most = (unsigned long)-1;
int high = 1 << 32;

int main(void) {
    return 0;
}
