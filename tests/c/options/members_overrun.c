//@ -DFILL: wrong (line 12)
//@ -DCOPY: wrong (line 14)
//@ -DPAD: wrong (line 16)
//@ -DAPPEND: wrong (line 18)
//@ -DINDEX: wrong (line 20)
//@ -DLATE: wrong (line 22)
//@ -DREAD: wrong (line 24)
#include <string.h>
struct pair { char first[4], second[4]; int n; } pair; char text[16] = "abcdef"; int six = 6; // in one line, as lines count
int main(void) {
#if defined(FILL)
    memset(pair.first, 0, 6);
#elif defined(COPY)
    memcpy(pair.first, text, 6);
#elif defined(PAD)
    strncpy((&pair)->first, text, 6);
#elif defined(APPEND)
    strcat(pair.first, "abcd");
#elif defined(INDEX)
    (&pair)->first[six] = 1;
#elif defined(LATE)
    memset((&pair)->first, 0, six);
#elif defined(READ)
    strncpy(pair.first, "abcd", 4); return strlen(pair.first) == 0;
#endif
    return 0;
}
