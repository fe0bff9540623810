//@ refused: 4:1 the preprocessor says: give the number of threads with -DTHREADS
//@ help: -D NAME or -D NAME=VALUE defines what it asks for
#ifndef THREADS
#error give the number of threads with -DTHREADS
#endif

int main(void) {
    return THREADS;
}
