#ifndef __MOVERLOG_ALLOCA
#define __MOVERLOG_ALLOCA

#include <__moverlog.h>

void *alloca(size_t size);

#endif
