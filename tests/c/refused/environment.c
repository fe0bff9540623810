//@ refused: 3:5 what `environment` holds is not known
//@ help: take what you need of it from `__VERIFIER_nondet_int()`
int main(int argc, char *argv[], char *environment[]) {
    return environment[0] == 0;
}
