//@ expect: wrong
//@ tried: not
// In a function that is called twice a local that nobody has set may be 7 the second time alone.
#include <assert.h>

int sevens;

void look(int once) {
    int level;
    if (once)
        level = 0;
    if (level == 7)
        sevens++;
}

int main(void) {
    look(1);
    look(0);
    assert(sevens == 0);
    return 0;
}
