//@ expect: wrong (undefined, line 19)
// A store whose value nobody reads: whether its object is still there is asked all the same.
#include <pthread.h>
#include <stdlib.h>

int *p;

void *gives_back(void *unused)
{
    free(p);
    return 0;
}

int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, gives_back, 0);
    *p = 2;
    pthread_join(t, 0);
    return 0;
}
