//@ refused: 14:16 a structure is used here whose members another operand changes, in no order
struct s {
    int a;
} s;
int change(void) {
    s.a = 1;
    return 2;
}
int sum(struct s one, int n) {
    return one.a + n;
}
// gcc begins with the last argument.
int main(void) {
    return sum(s, change());
}
