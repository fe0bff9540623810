//@ refused: 1:1 there is no function `main`
//@ help: write `int main(void) { .. }`
int x;

void f(void) {
    x++;
}
