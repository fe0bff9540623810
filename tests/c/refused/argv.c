//@ refused: 3:5 what `argv` holds is not known
//@ help: take what you need of it from `__VERIFIER_nondet_int()`
int main(int argc, char *argv[]) {
    return argv[0][0];
}
