//@ expect: safe
// How a file is buffered, and who else may write to it, changes nothing; to close one may fail.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *out = stdout;
    setbuf(stdout, 0);
    assert(setvbuf(stderr, NULL, _IOLBF, BUFSIZ) == 0);
    setlinebuf(out);
    flockfile(stdout);
    printf("here\n");
    funlockfile(stdout);
    assert(out != NULL && stdin != stdout);
    int closed = fclose(out);
    assert(closed == 0 || closed == EOF);
    return 0;
}
