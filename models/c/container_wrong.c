//@ expect: wrong (assertion, line 38)
//@ also: no-deadlock
//@ also not: no-data-race
// The same without the lock in it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))

struct device {
    int number;
};

struct data {
    pthread_mutex_t lock;
    struct device device;
    int count;
};

struct data one;

void *callback(void *arg) {
    struct device *device = arg;
    struct data *data = container_of(device, struct data, device);
    data->count += device->number;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&one.lock, 0);
    one.device.number = 2;
    pthread_create(&a, 0, callback, &one.device);
    pthread_create(&b, 0, callback, &one.device);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(one.count == 4);
    return 0;
}
