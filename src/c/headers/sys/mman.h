#ifndef __MOVERLOG_SYS_MMAN
#define __MOVERLOG_SYS_MMAN

#include <__moverlog.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED ((void *)-1)
#define MS_ASYNC 1
#define MS_SYNC 4

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
int munmap(void *address, size_t size);
int mprotect(void *address, size_t size, int protection);
int msync(void *address, size_t size, int flags);
int mlock(const void *address, size_t size);
int mlockall(int flags);
int shm_open(const char *name, int flags, mode_t mode);
int shm_unlink(const char *name);

#endif
