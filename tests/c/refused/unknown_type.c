//@ refused: 4:5 `worker_t` is not known as a type
//@ help: declare it by `typedef`, or include the header that does
int main(void) {
    worker_t worker;
    return 0;
}
