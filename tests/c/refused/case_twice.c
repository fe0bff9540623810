//@ refused: 7:5 `case 1` is there twice; the first is in line 5
//@ help: remove one of the two
int main(void) {
    switch (0) {
    case 1:
        return 0;
    case 1:
        return 1;
    }
    return 0;
}
