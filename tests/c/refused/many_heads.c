//@ refused: 14:27 there are more than 32 places of `struct list` that are no such member
//@ help: use fewer, as heads of lists
#include <stddef.h>
struct list {
    struct list *next;
};
struct item {
    int key;
    struct list link;
};
struct list heads[40];
struct item *first(int i) {
    struct list *link = heads[i].next;
    return (struct item *)((char *)link - offsetof(struct item, link));
}
int main(void) {
    return first(0) != 0;
}
