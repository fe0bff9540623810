//@ expect: wrong (undefined, line 19)
// What lies in no structure has none around it.
//@ tried: not
#include <assert.h>
#include <stddef.h>

struct device {
    int number;
};

struct data {
    int count;
    struct device device;
};

struct device alone;

static struct data *around(struct device *device) {
    return (struct data *)((char *)device - offsetof(struct data, device)); // outside of the object
}

int main(void) {
    struct data *data = around(&alone);
    assert(data != 0);
    return 0;
}
