//@ refused: 6:5 `coutn` is not declared
//@ help: did you mean `count`?
int count;

int main(void) {
    coutn++;
    return count;
}
