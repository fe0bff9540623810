//@ expect: wrong (undefined, line 8)
//@ tried: not with gcc, which subtracts any two addresses
// Pointers into different objects have no difference (C11 6.5.6p9).
int a[2], b[2];

int main(void) {
    int *p = a, *q = b;
    return p - q;
}
