//@ expect: safe
// What a list says of members without braces, with names, and twice.
#include <assert.h>
#include <pthread.h>

struct in {
    int a, b;
};

struct mid {
    int y;
    struct in x;
};

struct out {
    struct mid m;
    int z;
};

struct anonymous {
    int t;
    struct {
        int a, c;
    };
};

struct out o = {5, {1, 2}, 6};
int rows[2][2] = {1, [1] = {3, 4}};
int deep[3][2][2] = {1, 2, {3, 4}, [1][1] = {5}, 6};
struct in named[2] = {[0].a = 3, 4, 5};
struct in counted[] = {{1}, {}};
struct anonymous anonymous = {.c = 7};

void *locals(void *unused) {
    struct out whole = {.m.x.a = 5, .m = {.x.b = 2}, 8};
    char texts[2][4] = {[0][1] = 'x', [0] = "abc", "de"};
    struct in last = {.b = 1, .a = 2};
    assert(whole.m.x.a == 0 && whole.m.x.b == 2 && whole.z == 8);
    assert(texts[0][1] == 'b' && texts[1][0] == 'd' && texts[1][2] == 0);
    assert(last.a == 2 && last.b == 1);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, locals, 0);
    assert(o.m.y == 5 && o.m.x.a == 1 && o.m.x.b == 2 && o.z == 6);
    assert(rows[0][0] == 1 && rows[0][1] == 0 && rows[1][0] == 3 && rows[1][1] == 4);
    assert(deep[0][0][1] == 2 && deep[0][1][0] == 3 && deep[1][1][0] == 5 && deep[2][0][0] == 6);
    assert(named[0].a == 3 && named[0].b == 4 && named[1].a == 5);
    assert(sizeof counted == 2 * sizeof(struct in) && anonymous.a == 0 && anonymous.c == 7);
    pthread_join(t, 0);
    return 0;
}
