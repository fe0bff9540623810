//@ refused: 8:5 where the time zone is stored is not known
#include <sys/time.h>

struct timezone zone, *to = &zone;

int main(void) {
    struct timeval now;
    gettimeofday(&now, to);
    return 0;
}
