//@ refused: 7:12 `lauch` is not declared
//@ help: did you mean `launch`?
static int launch(void) { return 0; }

int main(void) {
    launch();
    return lauch();
}
