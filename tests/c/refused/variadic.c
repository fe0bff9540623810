//@ refused: 5:5 `sum` has any number of arguments, which is not supported for functions with a body
//@ help: give it an array and its length
#include <stdarg.h>

int sum(int n, ...) {
    va_list list;
    int s = 0;
    va_start(list, n);
    while (n-- > 0)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

int main(void) {
    return sum(2, 3, -3);
}
