//@ refused: 8:12 the length of `a` is known only when the program runs
int main(void) {
    int n = 3;
    int a[n];
    {
        int a[2];
    }
    return sizeof a / sizeof(int);
}
