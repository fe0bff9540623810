//@ expect: safe
// A text may stand in braces, and within arrays and structures without braces of their own (C11 6.7.9p14).
#include <assert.h>

struct named {
    char name[2][3];
    char mark;
} one = {"abc", "def", 5};
struct pair {
    char name[3];
    int n;
} two[2] = {"abc", 5, "de", 6}, three = {.name = {"xy"}, .n = 7};
char braced[] = {"abc"}, rows[2][4] = {{"ab"}, {"cde"}};
unsigned char bytes[2] = "\377";

int main(void) {
    char here[3] = {"abc"};
    char *literal = (char[3]){"xyz"};
    assert(sizeof braced == 4 && braced[2] == 'c' && rows[0][2] == 0 && rows[1][2] == 'e');
    assert(here[2] == 'c' && literal[2] == 'z' && bytes[0] == 255);
    assert(one.name[1][0] == 'd' && one.mark == 5);
    assert(two[0].name[2] == 'c' && two[0].n == 5 && two[1].name[1] == 'e' && two[1].n == 6);
    assert(three.name[1] == 'y' && three.name[2] == 0 && three.n == 7);
    return 0;
}
