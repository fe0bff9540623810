//@ expect: safe
// A driver's file is opened while another thread configures the device, by the bits of a number from outside: objects
// with many members, of which few are looked at.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct list { struct list *next, *before; };
struct inode { int number, mode, user, group, links, size, blocks, version; struct list entry; void *operations, *owner; };
struct file { struct inode *inode; int flags, position, count, error; struct list entry; void *data, *owner; };
struct device { int state, power, wakeups, address; struct list entry; void *driver, *bus; };

extern int __VERIFIER_nondet_int(void);

static int operations, shadow, port;
static struct inode *inode;
static struct file *file;
static struct device *device;
static pthread_mutex_t configuration = PTHREAD_MUTEX_INITIALIZER;

static void *opens(void *unused) {
    int number = __VERIFIER_nondet_int() & 63;
    file->data = &operations;
    assert(file->data == &operations);
    if (number >= 32) return unused;
    file->inode = inode;
    assert(file->inode == inode);
    return unused;
}

static void *configures(void *unused) {
    pthread_mutex_lock(&configuration);
    device->state = port & 7;
    shadow = device->state;
    assert(shadow == device->state);
    pthread_mutex_unlock(&configuration);
    return unused;
}

int main(void) {
    pthread_t a, b;
    inode = malloc(sizeof *inode);
    file = malloc(sizeof *file);
    device = malloc(sizeof *device);
    port = __VERIFIER_nondet_int();
    pthread_create(&a, 0, opens, 0);
    pthread_create(&b, 0, configures, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    free(inode);
    free(file);
    free(device);
    return 0;
}
