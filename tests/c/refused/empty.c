//@ refused: 1:1 there is nothing in this file
//@ help: write `int main(void) { .. }`

