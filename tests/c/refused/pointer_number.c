//@ refused: 4:21 the number 5000 is made a pointer: it leads to no object
//@ help: take the address of a variable
int main(void) {
    int *p = (int *)5000;
    return *p;
}
