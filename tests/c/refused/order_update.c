//@ refused: 8:5 which object is changed here, and what it held, depends on the order of evaluation
int i, a[2];
int change(void) {
    i = 1;
    return 1;
}
int main(void) {
    a[i] += change();
    return 0;
}
