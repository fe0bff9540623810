#ifndef __MOVERLOG_LIBGEN
#define __MOVERLOG_LIBGEN

char *basename(char *path);
char *dirname(char *path);

#endif
