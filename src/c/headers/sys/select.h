#ifndef __MOVERLOG_SYS_SELECT
#define __MOVERLOG_SYS_SELECT

#include <__moverlog.h>

#define FD_SETSIZE 1024

typedef struct __moverlog_fdset { int __f; } fd_set;

void FD_ZERO(fd_set *set);
void FD_SET(int fd, fd_set *set);
void FD_CLR(int fd, fd_set *set);
int FD_ISSET(int fd, fd_set *set);
int select(int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout);

#endif
