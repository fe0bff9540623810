//@ refused
//@ --stub read_sensor=0..4 --stub beep=skip --stub find=0 --stub ready: safe
//@ --stub read_sensor=0..5 --stub beep --stub find=0 --stub ready: wrong (line 19)
//@ --stub read_sensor --stub beep --stub find=0 --stub ready: wrong (line 19)
//@ --stub read_sensor=3 --stub beep --stub find=0 --stub ready=nondet: safe
//@ --stub read_sensor=3 --stub beep --stub find --stub ready: refused
// Functions of which only the head is known.
#include <assert.h>

int read_sensor(int which);
void beep(void);
int *find(const char *name);
_Bool ready(void);

int main(void) {
    int v = read_sensor(1);
    beep();
    while (!ready()) {}
    assert(v >= 0 && v <= 4 && find("a") == 0);
    return 0;
}
