//@ refused: 5:5 `goto in` jumps into a statement expression, from outside
//@ refused: 6:12 a value is needed here
//@ refused: 6:26 control comes here without the declaration of `n`, which may be read then
int main(void) {
    goto in;
    return ({ int n = 0; in: n; });
}
