//@ expect: wrong (undefined, line 14)
//@ tried: not, since the stack is still there
// An array is gone when its function has returned.
int *kept;

int f(int n) {
    int a[3] = {1, 2, 3};
    kept = a;
    return a[n];
}

int main(void) {
    int n = f(1);
    n += kept[0]; // gone
    return n;
}
