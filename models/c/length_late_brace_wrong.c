//@ expect: wrong (undefined, line 13)
// The function ends with its last brace, and its array goes with it.
//@ tried: not, since the stack is still there
int *kept;

void keep(int n) {
    int a[n];
    a[0] = 7;
    kept = a;
}
int main(void) {
    keep(3);
    return *kept - 7;
}
