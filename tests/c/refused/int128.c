//@ refused: 3:1 I cannot read this as C11 with GNU extensions (at `__int128`): numbers of so many bits are not supported
//@ help: use `int`
__int128 x;

int main(void) {
    return (int)x;
}
