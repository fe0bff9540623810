//@ refused: 4:5 there is no label `otu` in `main`
//@ help: did you mean `out`?
int main(void) {
    goto otu;
out:
    return 0;
}
