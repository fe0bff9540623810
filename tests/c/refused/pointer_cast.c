//@ refused: 6:21 `struct s *` becomes `int *`: a pointer to one type may not be used as a pointer to another
//@ help: take the address of the member that is meant, or give the variable the other type
struct s { char c; int n; } s;

int main(void) {
    int *p = (int *)&s;
    return *p;
}
