//@ expect: wrong
// A number that was declared as one is no pointer, by whatever way it is looked at.
long x;

int main(void) {
    void *any = &x;
    int **pointers = any;
    *pointers = 0;
    return 0;
}
