//@ refused: 8:5 an atomic region is open here
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void once_more(void) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
}

int main(void) {
    __VERIFIER_atomic_begin();
    once_more();
    __VERIFIER_atomic_end();
    return 0;
}
