//@ expect: wrong (undefined, line 8)
// Two texts have no room for the zero behind them.
#include <string.h>

int main(void) {
    char word[4] = "ab";
    const char *more = "cd";
    strcat(word, more);
    return 0;
}
