//@ refused: 4:5 `break` is in no loop and no `switch`
//
int main(void) {
    break;
    return 0;
}
