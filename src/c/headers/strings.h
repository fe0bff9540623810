#ifndef __MOVERLOG_STRINGS
#define __MOVERLOG_STRINGS

#include <__moverlog.h>

void bzero(void *p, size_t size);
int ffs(int n);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t size);

#endif
