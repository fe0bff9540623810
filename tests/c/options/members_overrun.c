//@ -DFILL: wrong (line 13)
//@ -DCOPY: wrong (line 15)
//@ -DPAD: wrong (line 17)
//@ -DAPPEND: wrong (line 19)
//@ -DINDEX: wrong (line 21)
//@ -DLATE: wrong (line 23)
//@ -DREAD: wrong (line 25)
//@ -DSUM: wrong (line 27)
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
#elif defined(SUM)
    *((&pair)->first + six) = 1;
#endif
    return 0;
}
