//@ refused: 6:16 I cannot read this as C11 with GNU extensions (at `:`): `?:` without a middle is not supported
//@ help: write the condition twice, or keep it in a variable
int x;

int main(void) {
    int n = x ?: 1;
    return n - 1;
}
