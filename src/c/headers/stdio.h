#ifndef __MOVERLOG_STDIO
#define __MOVERLOG_STDIO

#include <__moverlog.h>
#include <stdarg.h>

typedef struct __moverlog_file { int __f; } FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IONBF 2
#define _IOLBF 1
#define _IOFBF 0

int printf(const char *format, ...);
int fprintf(FILE *f, const char *format, ...);
int dprintf(int fd, const char *format, ...);
int sprintf(char *s, const char *format, ...);
int snprintf(char *s, size_t size, const char *format, ...);
int vprintf(const char *format, va_list list);
int vfprintf(FILE *f, const char *format, va_list list);
int scanf(const char *format, ...);
int fscanf(FILE *f, const char *format, ...);
int sscanf(const char *s, const char *format, ...);
int puts(const char *s);
int fputs(const char *s, FILE *f);
int putchar(int c);
int putc(int c, FILE *f);
int fputc(int c, FILE *f);
int getchar(void);
int getc(FILE *f);
int fgetc(FILE *f);
char *fgets(char *s, int size, FILE *f);
void perror(const char *s);
int fflush(FILE *f);
int setvbuf(FILE *f, char *buffer, int mode, size_t size);
void setbuf(FILE *f, char *buffer);
void setbuffer(FILE *f, char *buffer, size_t size);
void setlinebuf(FILE *f);
void flockfile(FILE *f);
void funlockfile(FILE *f);
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *f);
int feof(FILE *f);
size_t fread(void *p, size_t size, size_t count, FILE *f);
size_t fwrite(const void *p, size_t size, size_t count, FILE *f);

#endif
