/*@ comments are wherever they may be, and strings hold what looks like some */ //@ expect: safe
extern void /* here */ __assert_fail(const char *, const char *, unsigned, const char *); // and here
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *), pthread_join(pthread_t, void **);
int x/**/= 1; /* of
several lines // with another inside
*/ int y = 4/*/ not yet over */ / 2;
const char *s = "/* no comment */ // neither \" /*", *t = "a\\"; // a comment that goes on \
in the next line: int z;
char quote = '"', slash = '/', tick = '\''; /***/ /* * / */
void *work(void *arg) { x++; return /* nothing */ 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    if (x != 2 || y != 2 || s[0] != '/' || quote != 34 || t[1] != '\\') // "
        __assert_fail("x", "comments.c", 17, "main");
    return 0; }
