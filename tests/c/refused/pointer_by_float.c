//@ refused: 7:9 pointers move by whole numbers
double d;
int numbers[2];

int main(void) {
    int *p = numbers;
    p = p + d;
    return *p;
}
