#ifndef __MOVERLOG_SYS_SYSCALL
#define __MOVERLOG_SYS_SYSCALL

#define SYS_gettid 186
#define SYS_futex 202
#define SYS_tgkill 234
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex

long syscall(long number, ...);

#endif
