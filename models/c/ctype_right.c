//@ expect: safe
// Characters are those of ASCII.
#include <assert.h>
#include <ctype.h>

int main(void) {
    const char *text = "a Z7\n";
    assert(islower(text[0]) && isalpha(text[0]) && isxdigit(text[0]) && !isupper(text[0]));
    assert(isspace(text[1]) && isblank(text[1]) && isprint(text[1]) && !isgraph(text[1]));
    assert(tolower(text[2]) == 'z' && toupper(text[2]) == 'Z' && toupper(text[0]) == 'A');
    assert(isdigit(text[3]) && isalnum(text[3]) && !isalpha(text[3]) && tolower(text[3]) == '7');
    assert(iscntrl(text[4]) && isspace(text[4]) && !isblank(text[4]) && ispunct('_'));
    assert(!isdigit(-1));
    return 0;
}
