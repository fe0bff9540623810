#ifndef __MOVERLOG_SYS_TIME
#define __MOVERLOG_SYS_TIME

#include <__moverlog.h>

struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};

int gettimeofday(struct timeval *t, void *zone);

#endif
