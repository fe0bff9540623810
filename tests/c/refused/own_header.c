//@ refused: 3:1 the header `queue.h` was not found
//@ help: -I DIR says where it is
#include "queue.h"

int main(void) {
    return 0;
}
