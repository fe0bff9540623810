//@ refused: 10:5 `__builtin_va_start`: functions of any number of arguments are not supported
//@ refused: 12:13 variadic functions are not supported
//@ refused: 13:5 `__builtin_va_end`: functions of any number of arguments are not supported
//@ help: give an array and its length
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
