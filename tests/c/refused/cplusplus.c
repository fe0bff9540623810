//@ refused: 3:1 I cannot read this as C11 with GNU extensions (at `class`): this looks like C++
//@ help: moverlog reads C
class Counter {
public:
    int n = 0;
};

int main() {
    Counter c;
    return c.n;
}
