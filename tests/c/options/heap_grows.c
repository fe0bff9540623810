//@ : wrong (line 21)
//@ --heap 4: inconclusive (heap)
// More objects are allocated than four, which is raised as often as it takes.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    int count = 0;
    for (int i = 0; i < 20; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    for (; head; head = head->next)
        count++;
    assert(count < 20);
}
