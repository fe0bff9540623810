//@ expect: safe
//@ also: no-data-race, no-deadlock
// Narrow types: what is stored is cut to 8 or 16 bits, and what is computed with is an `int`.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

unsigned char byte = 255;
signed char small = 127;
short s = 32767;
uint16_t wide = 65535;
_Bool flag;

void *work(void *arg) {
    byte++;
    small = (signed char)(small + 1);
    s = (short)(s + 1);
    wide += 2;
    flag = 256;
    return 0;
}

int main(void) {
    pthread_t t;
    unsigned char a = 200, b = 100;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(byte == 0 && small == -128 && s == -32768 && wide == 1 && flag == 1);
    assert(a + b == 300 && (unsigned char)(a + b) == 44);
    assert((char)200 == -56 && (_Bool)0x100 == 1 && !flag == 0);
    assert('A' + 1 == 'B' && '\n' == 10 && '\x7f' == 127 && "abc"[1] == 'b');
    return 0;
}
