//@ refused: 3:1 the header `netinet/in.h` is not among those that come with moverlog
//@ help: leave it out if nothing of it is used; -I DIR says where it is, --system-headers takes the system's
#include <netinet/in.h>

int main(void) {
    return 0;
}
