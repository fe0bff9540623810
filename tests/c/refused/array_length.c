//@ refused: 7:11 arrays need a constant length
//@ help: give it a constant length, as large as this can be
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int a[n];
    a[0] = 0;
    return a[0];
}
