//@ expect: safe
// The name of a function is one array in it, and another one in another function.
#include <assert.h>
#include <string.h>

static const char *mine(void) { return __func__; }

int main(void) {
    const char *name = __func__;
    int length = 0;
    assert(name == __func__ && mine() == mine() && name != mine());
    for (const char *p = name; p < __func__ + 4; p++)
        length++;
    assert(length == 4 && __func__[0] == 'm');
    assert(strcmp(name, "main") == 0 && strcmp(mine(), "mine") == 0 && strcmp(__FUNCTION__, name) == 0);
    return 0;
}
