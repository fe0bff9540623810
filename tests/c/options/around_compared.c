//@ --rules summaries: inconclusive (pointers)
//@ -DSAME --rules summaries: inconclusive (pointers)
// Where a structure would lie that is not there is not known.
#include <assert.h>
#include <stddef.h>
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))
struct list {
    struct list *next;
};
struct one {
    int a;
    struct list link;
};
struct two {
    long b;
    struct list link;
};
struct list head = {&head};
int main(void) {
    void *one = container_of(head.next, struct one, link), *two = container_of(head.next, struct two, link);
#ifdef SAME
    assert(one == two);
#else
    assert(one != two);
#endif
    return 0;
}
