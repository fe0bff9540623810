//@ refused: 12:5 `signal`: handlers that interrupt a thread are not supported
//@ help: make the handler a thread
#include <signal.h>

int stopped;

void stop(int number) {
    stopped = 1;
}

int main(void) {
    signal(SIGINT, stop);
    return stopped;
}
