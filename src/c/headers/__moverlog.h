/* Types that several headers share. */
#ifndef __MOVERLOG_TYPES
#define __MOVERLOG_TYPES

#ifndef NULL
#define NULL ((void *)0)
#endif

/* `long` is as wide as a pointer under ILP32 and under LP64. */
typedef unsigned long size_t;
typedef long ssize_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef long off_t;
typedef unsigned int useconds_t;
typedef long suseconds_t;

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

/* The number in a mutex is its type: 0 normal, 1 recursive, 2 errorcheck. */
struct __moverlog_mutex { int __m; };
struct __moverlog_cond { int __c; };
struct __moverlog_once { int __o; };

/* What identifies a thread, or a thread-specific cell, is a value. */
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;

typedef struct __moverlog_mutex pthread_mutex_t;
typedef struct __moverlog_cond pthread_cond_t;
typedef struct __moverlog_once pthread_once_t;
typedef struct __moverlog_rwlock { int __r; } pthread_rwlock_t;
typedef struct __moverlog_barrier { int __b; } pthread_barrier_t;
typedef struct __moverlog_spin { int __s; } pthread_spinlock_t;

typedef struct __moverlog_attr { int __detached; } pthread_attr_t;
typedef struct __moverlog_mutexattr { int __type; } pthread_mutexattr_t;
typedef struct __moverlog_condattr { int __a; } pthread_condattr_t;
typedef struct __moverlog_rwlockattr { int __a; } pthread_rwlockattr_t;
typedef struct __moverlog_barrierattr { int __a; } pthread_barrierattr_t;

#endif
