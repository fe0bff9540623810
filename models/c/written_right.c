//@ expect: safe
// As many bytes are written as there are, or fewer, or none and it has failed.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    const char *text = "some bytes\n";
    ssize_t n = write(1, text, 11);
    assert(-1 <= n && n <= 11);
    size_t blocks = fwrite(text, 1, 3, stdout);
    assert(blocks <= 3);
    assert(close(0) <= 0);
    return 0;
}
