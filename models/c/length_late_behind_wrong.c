//@ expect: wrong (undefined, line 7)
// Behind the last element.
//@ tried: not, since what lies behind an array can be written to
int set(int n) {
    int a[n];
    for (int i = 0; i <= n; i++)
        a[i] = 1;
    return a[0];
}

int main(void) {
    return set(2) - 1;
}
