//@ expect: wrong (assertion, line 13)
// An enumeration of another block has negative numbers no more than before.
#include <assert.h>

enum e { N = -1 };

int main(void) {
    {
        enum e { A };
        assert(A == 0);
    }
    enum e x = N;
    assert(x > 0);
    return 0;
}
