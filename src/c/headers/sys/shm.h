#ifndef __MOVERLOG_SYS_SHM
#define __MOVERLOG_SYS_SHM

#include <sys/ipc.h>

#define SHM_RDONLY 010000

struct shmid_ds;

int shmget(key_t key, size_t size, int flags);
void *shmat(int id, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int id, int command, struct shmid_ds *value);

#endif
