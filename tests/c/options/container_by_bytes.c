//@ -DVOID: safe
//@ -DDEEP: safe
//@ -DNUMBER: safe
//@ -DVOID -DMISSED: wrong (line 29)
// The structure around a member, as the kernel has it now, and by other ways through bytes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#if defined(VOID)
#define container_of(p, T, m) ({ void *__p = (void *)(p); ((T *)(__p - offsetof(T, m))); })
#elif defined(DEEP)
#define container_of(p, T, m) ((T *)((char *)(void *)(p) - offsetof(T, m)))
#else
#define container_of(p, T, m) ((T *)((uintptr_t)(p) - offsetof(T, m)))
#endif
struct list { struct list *next; };
struct job { int number; struct list node; };
int main(void) {
    static struct list all = {&all}; // its own address
    struct job one = {1}, two = {2};
    one.node.next = &all, two.node.next = &one.node, all.next = &two.node;
    int sum = 0;
    for (struct job *job = container_of(all.next, struct job, node); &job->node != &all;
         job = container_of(job->node.next, struct job, node))
        sum = sum * 10 + job->number;
    assert(sum == 21);
#ifdef MISSED
    struct job *none = container_of(&all, struct job, node);
    return
        none->number;
#endif
    return 0;
}
