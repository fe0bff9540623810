//@ refused: 3:20 the numbers of this enumeration take more than 32 bits
int main(void) {
    enum { A = -1, B = 0x80000000u };
    return B == A;
}
