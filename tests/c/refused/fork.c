//@ refused: 6:12 `fork`: several processes are not supported
//@ help: use `pthread_create`
#include <unistd.h>

int main(void) {
    return fork() == 0;
}
