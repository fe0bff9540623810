//@ refused: 2:1 static assertion failed: a pointer is small
_Static_assert(sizeof(void *) == 1, "a pointer is small");

int main(void) {
    return 0;
}
