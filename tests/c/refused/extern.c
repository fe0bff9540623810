//@ refused: 6:12 `x` is declared `extern` and defined nowhere
//@ help: define it: what `x` holds at the beginning is not known
extern int x, unused;

int main(void) {
    return x;
}
