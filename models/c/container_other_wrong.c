//@ expect: wrong (undefined, line 25)
// What lies in no structure has none around it: back to it one comes, and no further.
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
    return (struct data *)((char *)device - offsetof(struct data, device));
}

int main(void) {
    struct data *data = around(&alone);
    assert(&data->device == &alone);
    return data->count;
}
