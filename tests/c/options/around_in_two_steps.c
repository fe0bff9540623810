//@ --rules summaries: safe
// From the head of a list to the base that is not there, and from there to the device; items that begin alike.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))
struct list {
    struct list *next;
};
struct base {
    int kind;
    struct list link;
};
struct device {
    int state;
    struct base base;
};
struct cat {
    int kind;
    struct list link;
    int lives;
};
struct list head = {&head}, others = {&others};
struct cat cat = {1, {&others}, 9};
static struct device *first(void) {
    struct base *base = container_of(head.next, struct base, link);
    return container_of(base, struct device, base);
}
int main(void) {
    struct device *device = malloc(sizeof *device);
    if (!device) {
        return 0;
    }
    assert(&first()->base.link == &head);
    device->state = 3;
    device->base.link.next = &head;
    head.next = &device->base.link;
    assert(first()->state == 3);
    others.next = &cat.link;
    struct base *any = container_of(others.next, struct base, link);
    assert(any->kind == 1 && ((struct cat *)any)->lives == 9);
    free(device);
    return 0;
}
