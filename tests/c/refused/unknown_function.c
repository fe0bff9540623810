//@ refused: 6:12 `start_engine` has no body here, and is not known
//@ help: add its body; `__VERIFIER_nondet_int()` is any number
int start_engine(int);

int main(void) {
    return start_engine(3);
}
