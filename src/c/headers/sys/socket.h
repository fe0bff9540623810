#ifndef __MOVERLOG_SYS_SOCKET
#define __MOVERLOG_SYS_SOCKET

#include <sys/types.h>

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define PF_UNIX AF_UNIX
#define PF_INET AF_INET
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_ERROR 4
#define SO_BROADCAST 6
#define SO_KEEPALIVE 9
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 4096
#define MSG_PEEK 2
#define MSG_DONTWAIT 64
#define MSG_WAITALL 256
#define MSG_NOSIGNAL 16384
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2

typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;

struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};

int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int *fds);
int bind(int fd, const struct sockaddr *address, socklen_t size);
int listen(int fd, int backlog);
int accept(int fd, struct sockaddr *address, socklen_t *size);
int connect(int fd, const struct sockaddr *address, socklen_t size);
int shutdown(int fd, int how);
int getsockname(int fd, struct sockaddr *address, socklen_t *size);
int getsockopt(int fd, int level, int name, void *value, socklen_t *size);
int setsockopt(int fd, int level, int name, const void *value, socklen_t size);
ssize_t send(int fd, const void *p, size_t size, int flags);
ssize_t sendto(int fd, const void *p, size_t size, int flags, const struct sockaddr *address, socklen_t length);
ssize_t recv(int fd, void *p, size_t size, int flags);
ssize_t recvfrom(int fd, void *p, size_t size, int flags, struct sockaddr *address, socklen_t *length);

#endif
