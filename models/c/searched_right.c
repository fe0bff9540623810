//@ expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
    const char *text = "banana";
    char bytes[3] = {'a', 'b', 'a'};
    assert(strstr(text, "nan") == text + 2 && strstr(text, "") == text && !strstr(text, "nab"));
    assert(strstr(text, "ana") == text + 1 && strstr(text, "anan") == text + 1 && !strstr("an", "ana"));
    assert(memchr(bytes, 'b', 3) == bytes + 1 && !memchr(bytes, 'b', 1) && memchr(text, 0, 7) == text + 6);
    assert(strnlen(bytes, 3) == 3 && strnlen(text, 100) == 6 && strnlen("", 5) == 0);
    assert(strspn(text, "nab") == 6 && strspn(text, "b") == 1 && strspn(text, "") == 0);
    assert(strcspn(text, "n") == 2 && strcspn(text, "xy") == 6 && strcspn(text, "") == 6);
    assert(strpbrk(text, "xn") == text + 2 && !strpbrk(text, "xyz"));
    return 0;
}
