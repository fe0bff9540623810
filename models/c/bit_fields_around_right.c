//@ expect: safe
//@ also: no-data-race, no-deadlock
// Structures with bit fields, of which nobody accesses one: they have the sizes and offsets that gcc gives them, and
// their other members are used.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct a { unsigned x : 1; unsigned y : 31; };
struct b { unsigned x : 1; unsigned y : 32; };
struct c { char c; int x : 4; int y : 20; char d; };
struct d { unsigned x : 3; unsigned : 0; unsigned y : 3; };
struct e { char c; unsigned : 5; char d; };
struct f { unsigned char x : 5, y : 5; short z : 3; long w : 33; int last; };
struct g { unsigned short a : 9; unsigned short b : 9; char tail[3]; };
union h { int whole; struct { unsigned low : 7; unsigned high : 25; } parts; };
struct i { long l : 40; int i; char c; };
struct j { char c; long : 0; char d; };
struct k { _Bool b : 1; _Bool c : 1; char d; };
struct l { struct a inner; char c; unsigned : 9; short last; };
union m { unsigned a : 3; unsigned b : 4; };

_Static_assert(sizeof(struct a) == 4 && sizeof(struct b) == 8 && sizeof(struct c) == 8, "runs");
_Static_assert(sizeof(struct d) == 8 && sizeof(struct e) == 3 && sizeof(struct f) == 16, "none and of no width");
_Static_assert(sizeof(struct g) == 8 && sizeof(union h) == 4 && sizeof(struct i) == 16, "wide");
_Static_assert(sizeof(struct j) == 9 && sizeof(struct k) == 2 && sizeof(struct l) == 12, "aligned");
_Static_assert(offsetof(struct c, d) == 4 && offsetof(struct e, d) == 2 && offsetof(struct f, last) == 8, "behind");
_Static_assert(offsetof(struct g, tail) == 4 && offsetof(struct i, i) == 8 && offsetof(struct j, d) == 8, "far behind");
_Static_assert(offsetof(struct k, d) == 1 && offsetof(struct l, last) == 8, "near");
_Static_assert(_Alignof(struct c) == 4 && _Alignof(struct e) == 1 && _Alignof(struct f) == 8, "by names");

struct device {
    const char *name;
    unsigned int initialised : 1;
    unsigned int in_use : 1;
    int opened;
    pthread_mutex_t lock;
    unsigned int : 3;
} device = { .name = "gpio", .opened = 1 };

struct a flags[3];
struct k first = { .d = 'k' };
union m m, n;
int behind = 7;

void *open_it(void *p) {
    struct device *d = p;
    pthread_mutex_lock(&d->lock);
    d->opened++;
    pthread_mutex_unlock(&d->lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    struct f *f = malloc(sizeof *f);
    union h h = { .whole = 5 };
    struct k copied = first;
    struct a *last = &flags[2];
    if (!f) abort();
    f->last = 7;
    pthread_create(&one, 0, open_it, &device);
    pthread_create(&two, 0, open_it, &device);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(device.opened == 3 && device.name[0] == 'g');
    assert(f->last == 7 && h.whole == 5 && copied.d == 'k');
    assert(last - flags == 2 && last != &flags[1]);
    m = n;
    assert(behind == 7 && &m != &n);
    free(f);
    return 0;
}
