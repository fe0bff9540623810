//@ expect: safe
//@ also: no-data-race, no-deadlock
// The same name in several scopes: a global, a parameter, blocks, a loop, a structure's tag, a member and a label.
#include <assert.h>
#include <pthread.h>

int x = 1;
struct x { int x; } y = {2};

int f(int x) {
    {
        int x = 10;
        x++;
    }
    for (int x = 0; x < 3; x++) {
        int x = 7;
        x--;
    }
    return x;
}

int g(void) {
    extern int x;
    return x;
}

void *work(void *arg) {
    int x = g() + 1, z = x;
    {
        int z = x + 1, x = z;
        assert(x == 3 && z == 3);
    }
    goto x;
x:
    return (void *)(long)(x + z + y.x);
}

int main(void) {
    pthread_t t;
    void *answer;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, &answer);
    assert((long)answer == 6 && f(5) == 5 && x == 1);
    typedef int y;
    y z = sizeof(struct x);
    assert(z == 4);
    return 0;
}
