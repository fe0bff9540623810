//@ expect: safe
/* names with `$`, one of which would be taken if that were an underscore */
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int a$b = 1, a_b = 2, $ = 3, t$1$;

int $f(int x$y) { return x$y + a$b; }

int main(void) {
    t$1$ = $f($);
    if (t$1$ != 4 || a_b != 2 || "a$b"[1] != '$')
        __assert_fail("", "", 0, "");
    return 0;
}
