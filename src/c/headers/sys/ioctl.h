#ifndef __MOVERLOG_SYS_IOCTL
#define __MOVERLOG_SYS_IOCTL

#define FIONREAD 21531
#define TIOCGWINSZ 21523

struct winsize {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};

int ioctl(int fd, unsigned long request, ...);

#endif
