//@ refused: 6:7 arrays need a constant length
//@ help: give it a constant length, as large as this can be

int n = 3;

int a[n];

int main(void) {
    return a[0];
}
