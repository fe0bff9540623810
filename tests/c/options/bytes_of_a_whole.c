//@ --rules summaries: inconclusive (pointers)
// Bytes may be looked at by way of the whole, and not by way of its first member; pointers do not tell which it was.
#include <assert.h>
struct pair {
    char first[2], second[2];
};
struct pair pair;
static int sum(const char *of, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += of[i];
    }
    return sum;
}
int main(void) {
    assert(sum((char *)&pair, sizeof pair) == 0);
    return 0;
}
