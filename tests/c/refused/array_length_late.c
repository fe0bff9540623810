//@ refused: 7:12 the length of `a` is known only when the program runs
int n = 3;

int main(void) {
    int a[n];
    a[0] = 0;
    return sizeof a / sizeof a[0];
}
