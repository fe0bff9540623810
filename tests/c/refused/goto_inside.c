//@ refused: 4:5 `goto in` jumps into a statement expression, from outside
//@ refused: 5:12 a value is needed here
int main(void) {
    goto in;
    return ({ int n = 0; in: n; });
}
