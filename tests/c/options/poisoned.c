//@ --rules summaries: safe
//@ -DFOLLOWED --rules summaries: wrong (line 19)
// Nodes that are taken out of a list are marked by addresses that nobody follows.
#include <assert.h>
#define POISON ((void *)0x100)
struct node {
    struct node *next, *before;
};
struct node head = {&head, &head}, one = {&head, &head};
static void take_out(struct node *node) {
    node->before->next = node->next;
    node->next->before = node->before;
    node->next = POISON;
    node->before = POISON;
}
int main(void) {
    take_out(&one);
#ifdef FOLLOWED
    one.next->before = 0;
#endif
    assert(one.next == POISON && head.next == &head);
    return 0;
}
