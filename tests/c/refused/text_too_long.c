//@ refused: 3:13 this text has 4 characters, and the array that it initialises has 3
// C has no place for it (C11 6.7.9p2).
char a[3] = "abcd";
int main(void) {
    return a[0];
}
