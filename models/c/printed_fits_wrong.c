//@ expect: wrong (undefined, line 9)
// What is printed into an array must have room there, with the 0 behind it; `snprintf` leaves out what has none.
#include <stdio.h>

int main(void) {
    char text[6];
    int n = -12345;
    const char *word = "abcde";
    sprintf(text, "%d", n);
    sprintf(text, "%s", word);
    sprintf(text, "%c%u", 'a', 4321u);
    snprintf(text, sizeof text, "%d", 1234567);
    return 0;
}
