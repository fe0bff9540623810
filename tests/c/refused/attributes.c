//@ refused: 7:22 `__attribute__((cleanup))` is not supported
//@ help: call the function where the variable ends
//@ refused: 9:1 `__attribute__((constructor))` is not supported
//@ help: call the function where `main` begins
void ends(int *n);

void f(void) { int x __attribute__((cleanup(ends))) = 5; }

__attribute__((constructor)) void begins(void) {}

int main(void) { return 0; }
