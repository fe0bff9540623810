//@ refused: 6:9 `nullptr` is not declared
//@ help: C23 is not supported: write `0` or `NULL`
int *p;

int main(void) {
    p = nullptr;
    return 0;
}
