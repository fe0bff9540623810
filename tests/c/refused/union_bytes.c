//@ refused: 6:5 the members of this union do not share their cells
//@ refused: 7:12 the members of this union do not share their cells
union { int n; char bytes[4]; } u;

int main(void) {
    u.n = 256;
    return u.bytes[0];
}
