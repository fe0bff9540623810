//@ expect: wrong (undefined, line 56)
// The first job is taken though there may be none yet: what is around the head of the list is none.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(ptr, type, member) \
    ({ \
        const typeof(((type *)0)->member) *inside = (ptr); \
        (type *)((char *)inside - offsetof(type, member)); \
    })

struct list_head {
    struct list_head *next, *prev;
};

struct job {
    int number;
    struct list_head link;
};

struct queue {
    pthread_mutex_t lock;
    struct list_head jobs;
    int length;
};

struct queue queue = {PTHREAD_MUTEX_INITIALIZER, {&queue.jobs, &queue.jobs}, 0};

static void add_last(struct list_head *node, struct list_head *head) {
    node->prev = head->prev;
    node->next = head;
    head->prev->next = node;
    head->prev = node;
}

static void *producer(void *arg) {
    struct job *job = malloc(sizeof *job);
    if (!job) {
        abort();
    }
    job->number = 2;
    pthread_mutex_lock(&queue.lock);
    add_last(&job->link, &queue.jobs);
    queue.length++;
    pthread_mutex_unlock(&queue.lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, producer, 0);
    pthread_mutex_lock(&queue.lock);
    struct job *first = container_of(queue.jobs.next, struct job, link);
    int number = first->number;
    pthread_mutex_unlock(&queue.lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return number - 2;
}
