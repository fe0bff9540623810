//@ --rules summaries: wrong (line 30)
// Two lists of the same items, and heads in an array, in a local variable and alone.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
struct list { struct list *next; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
#define N 3
struct item { int key; struct list in_bucket; struct list in_all; };
struct list buckets[N], all;
struct item items[2];
static void put(struct item *i) {
    struct list *h = &buckets[i->key % N];
    i->in_bucket.next = h->next; h->next = &i->in_bucket;
    i->in_all.next = all.next; all.next = &i->in_all;
}
int main(void) {
    for (int i = 0; i < N; i++) buckets[i].next = &buckets[i];
    all.next = &all;
    for (int i = 0; i < 2; i++) { items[i].key = i + 1; put(&items[i]); }
    int sum = 0;
    for (int b = 0; b < N; b++)
        for (struct item *i = container_of(buckets[b].next, struct item, in_bucket); &(*i).in_bucket != &buckets[b]; i = container_of(i->in_bucket.next, struct item, in_bucket)) sum += i->key;
    for (struct item *i = container_of(all.next, struct item, in_all); &i->in_all != &all; i = container_of(i->in_all.next, struct item, in_all)) sum += 10 * i->key;
    assert(sum == 33);
    struct list mine; mine.next = &mine;
    struct item *x = container_of(mine.next, struct item, in_all);
    assert(&x->in_all == &mine);
    struct item *mixed = container_of(items[0].in_all.next, struct item, in_bucket);
    sum += mixed->key; // the other list
    return 0;
}
