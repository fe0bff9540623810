//@ refused: 7:5 `log` has no body here, and is not known
//@ help: `--stub log`
extern void log(const char *text);
int x;

int main(void) {
    log("x");
    return x;
}
