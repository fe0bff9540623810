//@ expect: safe
// Readers and writers of a lock on the heap, by all calls.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

struct table {
    int value;
    pthread_rwlock_t lock;
};

static void *writer(void *arg) {
    struct table *table = arg;
    pthread_rwlock_wrlock(&table->lock);
    table->value++;
    table->value++;
    pthread_rwlock_unlock(&table->lock);
    return NULL;
}

int main(void) {
    struct table *table = malloc(sizeof *table);
    pthread_t thread;
    table->value = 0;
    pthread_rwlock_init(&table->lock, NULL);
    pthread_create(&thread, NULL, writer, table);
    pthread_rwlock_rdlock(&table->lock);
    assert(table->value % 2 == 0);
    pthread_rwlock_unlock(&table->lock);
    if (pthread_rwlock_tryrdlock(&table->lock) == 0)
        pthread_rwlock_unlock(&table->lock);
    if (pthread_rwlock_trywrlock(&table->lock) == 0)
        pthread_rwlock_unlock(&table->lock);
    pthread_join(thread, NULL);
    pthread_rwlock_destroy(&table->lock);
    return 0;
}
