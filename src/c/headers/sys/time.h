#ifndef __MOVERLOG_SYS_TIME
#define __MOVERLOG_SYS_TIME

#include <__moverlog.h>

int gettimeofday(struct timeval *t, void *zone);

#endif
