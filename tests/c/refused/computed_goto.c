//@ refused: 4:16 I cannot read this as C11 with GNU extensions (at `&&`): addresses of labels are not supported
//@ help: use `switch`
int main(void) {
    void *to = &&done;
    goto *to;
done:
    return 0;
}
