//@ refused: 6:5 inline assembly is not supported: what it does is not known
//@ help: write it in C, for instance with `__atomic_fetch_add`
int x;

int main(void) {
    __asm__ volatile("lock; incl %0" : "+m"(x));
    return x - 1;
}
