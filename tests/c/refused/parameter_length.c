//@ refused: 3:20 the length of an array is evaluated where the function begins, and this one does something
//@ help: make it a pointer, and do this in the function
int g(int n, int a[n++]) { return 3; }

int main(void) {
    int a[3];
    return g(3, a);
}
