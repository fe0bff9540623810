#ifndef __MOVERLOG_SYS_TYPES
#define __MOVERLOG_SYS_TYPES

#include <__moverlog.h>

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;

#endif
