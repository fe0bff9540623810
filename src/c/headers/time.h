#ifndef __MOVERLOG_TIME
#define __MOVERLOG_TIME

#include <__moverlog.h>

#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCKS_PER_SEC 1000000L
#define TIME_UTC 1

time_t time(time_t *t);
clock_t clock(void);
double difftime(time_t later, time_t earlier);
int nanosleep(const struct timespec *duration, struct timespec *remaining);
int clock_gettime(clockid_t clock, struct timespec *t);
int timespec_get(struct timespec *t, int base);

#endif
