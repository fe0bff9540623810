//@ expect: inconclusive (nondet domain)
// However many words there are, those that are counted are there, and behind them nothing.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int sum(char **words) {
    int sum = 0;
    while (*++words)
        sum += atoi(*words) > 0;
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 2 ? atoi(argv[2]) : 0;
    assert(argv[argc] == 0);
    assert(argc == 0 || argv[argc - 1]);
    assert(sum(argv) < argc || argc == 0);
    printf("%s %d\n", argv[0], n);
    return 0;
}
