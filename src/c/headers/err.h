#ifndef __MOVERLOG_ERR
#define __MOVERLOG_ERR

void err(int status, const char *format, ...);
void errx(int status, const char *format, ...);
void warn(const char *format, ...);
void warnx(const char *format, ...);

#endif
