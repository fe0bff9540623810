//@ refused: 5:9 atomic structures are not supported
//@ help: protect it by a mutex
struct pair { int a, b; };

_Atomic struct pair both;
int main(void) { return both.a; }
