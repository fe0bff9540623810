#ifndef __MOVERLOG_DIRENT
#define __MOVERLOG_DIRENT

#include <__moverlog.h>

#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8

typedef unsigned long ino_t;
typedef struct __moverlog_dir { int __d; } DIR;

struct dirent {
    ino_t d_ino;
    unsigned char d_type;
    char d_name[256];
};

DIR *opendir(const char *path);
struct dirent *readdir(DIR *directory);
int closedir(DIR *directory);
void rewinddir(DIR *directory);

#endif
