//@ refused: 9:5 `__sync_fetch_and_add` moves a pointer by bytes, and not by elements
//@ help: make it an `_Atomic` pointer, and use `atomic_fetch_add` or `atomic_fetch_sub`
//@ refused: 11:12 `__atomic_test_and_set` touches the first byte of this object alone
//@ help: make it a `char` or a `bool`
int a[8];

int main(void) {
    int *p = a;
    __sync_fetch_and_add(&p, 4);
    int x = 0x100;
    return __atomic_test_and_set(&x, 5);
}
