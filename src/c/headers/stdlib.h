#ifndef __MOVERLOG_STDLIB
#define __MOVERLOG_STDLIB

#include <sys/types.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *p, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **p, size_t alignment, size_t size);
void free(void *p);

void abort(void);
void exit(int status);
void _Exit(int status);
void quick_exit(int status);
int atexit(void (*f)(void));

int rand(void);
void srand(unsigned seed);
int rand_r(unsigned *seed);
long random(void);
void srandom(unsigned seed);

int abs(int n);
long labs(long n);
int atoi(const char *s);
double atof(const char *s);
double drand48(void);
void srand48(long seed);
long atol(const char *s);
long strtol(const char *s, char **end, int base);
unsigned long strtoul(const char *s, char **end, int base);
char *getenv(const char *name);
int system(const char *command);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
