//@ -DREAD: safe
//@ -DNONE: wrong (line 17)
//@ -DLONG: wrong (line 19)
//@ -DDECIDES: inconclusive (uninitialised)
//@ -DAT: refused
// A file may be opened or not, and of what is read nothing is known.
#include <assert.h>
#include <stdio.h>
char line[64];
int main(void) {
    FILE *file = fopen("data.txt", "r");
    int lines = 0;
#if defined(READ)
    if (!file) return 1;
    while (fgets(line, sizeof line, file) != NULL) lines = 1;
#elif defined(NONE)
    assert(file);
#elif defined(LONG)
    fgets(line, 65, file);
#elif defined(DECIDES)
    if (fgets(line, 64, file) && line[0] == '#') lines = 1;
#else
    fgets(line + 1, 8, file);
#endif
    if (file) fclose(file);
    return lines;
}
