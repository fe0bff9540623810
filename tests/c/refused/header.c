//@ refused: 3:1 the header `net/if.h` is not among those that come with moverlog
//@ help: leave it out if nothing of it is used; -I DIR says where it is, --system-headers takes the system's
#include <net/if.h>

int main(void) {
    return 0;
}
