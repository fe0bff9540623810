//@ expect: wrong (undefined, line 15)
// An array whose length is known when the program runs is gone when its function returns.
//@ tried: not, since the stack is still there
int *last(int n) {
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    int *p = a + n - 1;
    return p;
}

int main(void) {
    int n = 3;
    int *p = last(n);
    return *p;
}
