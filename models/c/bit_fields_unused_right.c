//@ expect: safe
//@ also: no-data-race, no-deadlock
// A structure with bit fields that headers declare, and nobody uses.
#include <assert.h>

union wait {
    int status;
    struct {
        unsigned int signal : 7;
        unsigned int dumped : 1;
        unsigned int : 8;
    } parts;
};

struct process {
    union wait *ended;
    int id;
};

struct process p = { 0, 3 };

int main(void) {
    assert(p.id == 3 && !p.ended);
    return 0;
}
