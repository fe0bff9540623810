#ifndef __MOVERLOG_SEMAPHORE
#define __MOVERLOG_SEMAPHORE

#include <__moverlog.h>

typedef struct __moverlog_sem { int __n; } sem_t;

#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647

int sem_init(sem_t *sem, int shared, unsigned value);
int sem_destroy(sem_t *sem);
int sem_wait(sem_t *sem);
int sem_trywait(sem_t *sem);
int sem_timedwait(sem_t *sem, const struct timespec *until);
int sem_post(sem_t *sem);
int sem_getvalue(sem_t *sem, int *value);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *sem);
int sem_unlink(const char *name);

#endif
