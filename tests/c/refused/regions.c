//@ refused: 17:5 no atomic region is open here
//@ refused: 24:5 by what is written this is inside of an atomic region, and control also comes here outside
//@ refused: 30:1 an atomic region is still open where the function is left
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;

void alone(void) {
    x = 1;
}

void other(void) {
    x = 2;
}

void ends(void) {
    __VERIFIER_atomic_end();
}

void perhaps(void) {
    __VERIFIER_atomic_begin();
    if (x)
        __VERIFIER_atomic_end();
    x = 3;
    __VERIFIER_atomic_end();
}

void open(void) {
    __VERIFIER_atomic_begin();
}

int main(void) {
    ends();
    perhaps();
    open();
    return 0;
}
