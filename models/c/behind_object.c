//@ expect: inconclusive (pointers)
// A pointer may stand behind a number that is no element, and no place was left there.
int x, y;

int main(void) {
    int *p = &x + 1;
    *p = 1;
    return y;
}
