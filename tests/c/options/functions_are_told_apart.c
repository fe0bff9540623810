//@ : safe
// Functions do not come again, whatever is given back.
#include <assert.h>
#include <stdlib.h>

void f(void) {}
void g(void) {}

int main(void) {
    int *gone = malloc(sizeof *gone);
    void (*volatile chosen)(void) = f;
    free(gone);
    assert(chosen != g);
    return 0;
}
