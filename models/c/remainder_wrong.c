//@ expect: wrong (undefined, line 11)
// What is left of a negative number is negative, or 0.
//@ tried: not
extern int __VERIFIER_nondet_int(void);

int counts[3];

int main(void) {
    int x = __VERIFIER_nondet_int() % 3;
    if (x != 0)
        counts[x]++;
    return 0;
}
