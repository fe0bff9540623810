#ifndef __MOVERLOG_SCHED
#define __MOVERLOG_SCHED

#include <__moverlog.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2

struct sched_param { int sched_priority; };

/* Processors say nothing of what threads do. */
typedef struct __moverlog_cpuset { int __s; } cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) ((set)->__s = 0)
#define CPU_SET(cpu, set) ((void)(cpu), (void)(set))
#define CPU_CLR(cpu, set) ((void)(cpu), (void)(set))

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set);
int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);

#endif
