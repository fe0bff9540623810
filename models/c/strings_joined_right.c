//@ expect: safe
// Texts that are copied, joined, searched and duplicated, of what is not written down where that is done.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void say(char *to, const char *what) { strcpy(to, what); }

int main(void) {
    char a[16], b[16], c[4];
    const char *word = "key=va=l";
    say(a, word);
    assert(strcmp(a, "key=va=l") == 0);
    strcpy(b, "x");
    assert(strcat(b, a) == b);
    assert(strcmp(b, "xkey=va=l") == 0);
    assert(strchr(a, '=') == a + 3);
    assert(strrchr(a, '=') == a + 6);
    assert(strchr(a, 'q') == NULL);
    assert(strrchr(a, 'q') == NULL);
    assert(strchr(a, 0) == a + 8);
    strncpy(c, word, 4);
    assert(c[0] == 'k' && c[3] == '=');
    strncpy(c, a + 7, 4);
    assert(c[0] == 'l' && c[1] == 0 && c[2] == 0 && c[3] == 0);
    strcpy(b, "ab");
    strncat(b, word, 2);
    assert(strcmp(b, "abke") == 0);
    strncat(b, word, 0);
    assert(strlen(b) == 4);
    strncat(b, c, 5);
    assert(strcmp(b, "abkel") == 0);
    size_t few = strlen(b) - 3;
    strncpy(c, "uvw", few);
    assert(c[0] == 'u' && c[1] == 'v' && c[2] == 0);
    char *known = strdup("hello, world"), *found = strdup(b);
    assert(strcmp(known, "hello, world") == 0 && strcmp(found, "abkel") == 0);
    free(known);
    free(found);
    return 0;
}
