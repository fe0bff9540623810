//@ refused: 11:5 the members of this union do not share their cells
//@ refused: 12:12 the members of this union do not share their cells
union mixed {
    int part[2];
    long whole;
};

union mixed m;

int main(void) {
    m.whole = 1;
    return m.part[0];
}
