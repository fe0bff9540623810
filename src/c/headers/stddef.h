#ifndef __MOVERLOG_STDDEF
#define __MOVERLOG_STDDEF

#include <__moverlog.h>

typedef long ptrdiff_t;
typedef int wchar_t;
typedef struct __moverlog_max_align { long long __a; } max_align_t;

#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
