//@ expect: safe
//@ also: no-data-race, no-deadlock
// Integer promotions and the usual conversions: narrow types become `int`, `int` meets `unsigned`, `unsigned` meets `long`.
#include <assert.h>
#include <pthread.h>

unsigned char c = 250;
signed char s = -1;
unsigned short h = 65535;
unsigned u = 1;

void *work(void *arg) {
    c += 10;
    h++;
    s = c ? 100 : 0;
    s += s;
    return 0;
}

int main(void) {
    pthread_t t;
    assert(c + 10 == 260 && c << 4 == 4000 && ~c == -251 && -c == -250);
    assert(s < 0 && s < c && s > u && (unsigned)s == 4294967295u);
    assert(h + 1 == 65536 && h * 2 == 131070);
    assert(-1 < (long)u && (s < 0 ? s : u) == 4294967295u);
    assert(sizeof(c + c) == 4 && sizeof(c) == 1 && sizeof('a') == 4);
    assert((c >> 1) == 125 && (s >> 1) == -1 && (u << 31 >> 31) == 1);
    assert((unsigned char)(c * 2) == 244 && (signed char)c == -6 && (short)h == -1);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(c == 4 && h == 0 && s == -56);
    return 0;
}
