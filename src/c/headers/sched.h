#ifndef __MOVERLOG_SCHED
#define __MOVERLOG_SCHED

#include <__moverlog.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2

struct sched_param { int sched_priority; };

int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);

#endif
