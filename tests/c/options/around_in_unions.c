//@ --rules summaries: safe
// Two members that share their place are members both; and no item that is there is the one around a head.
#include <assert.h>
#include <stddef.h>
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))
struct list {
    struct list *next;
};
struct key {
    int type;
    struct list node;
};
struct mouse {
    unsigned kind;
    struct list node;
};
union event {
    struct key key;
    struct mouse mouse;
} event;
struct list head = {&head};
int main(void) {
    event.key.type = 7;
    event.key.node.next = head.next;
    head.next = &event.key.node;
    struct key *first = container_of(head.next, struct key, node);
    struct key *second = container_of(first->node.next, struct key, node);
    assert(first->type == 7 && first == &event.key);
    assert(second != first && &second->node == &head);
    return 0;
}
