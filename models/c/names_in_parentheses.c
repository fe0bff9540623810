//@ expect: safe
// Names of functions in parentheses, as generated programs have them: parameters are those beside the name.
#include <assert.h>
extern int (atoi2)(char const *text);
int (__attribute__((__nonnull__(1))) atoi2)(char const *text)
{
  return (int) *text - '0';
}
static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }
/* A function of `which` that returns a function of an `int`. */
static int (*(choose)(int which))(int other) { return which ? twice : thrice; }
int ((old))(a, b) int a; int b; { return a - b; }
int (main)(void) {
  assert((atoi2)("7") == 7);
  assert(choose(1)(4) == 8 && choose(0)(4) == 12);
  assert(old(5, 3) == 2);
  return 0;
}
