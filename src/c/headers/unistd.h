#ifndef __MOVERLOG_UNISTD
#define __MOVERLOG_UNISTD

#include <__moverlog.h>

typedef long intptr_t;

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_NPROCESSORS_ONLN 84

unsigned sleep(unsigned seconds);
int usleep(useconds_t microseconds);
int pause(void);
unsigned alarm(unsigned seconds);
pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
pid_t fork(void);
long sysconf(int name);
ssize_t read(int fd, void *p, size_t size);
ssize_t write(int fd, const void *p, size_t size);
int close(int fd);
int pipe(int *fds);
int dup(int fd);
int dup2(int fd, int to);
int isatty(int fd);
int unlink(const char *path);
off_t lseek(int fd, off_t offset, int from);
void _exit(int status);

#endif
