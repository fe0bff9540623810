//@ refused: 9:13 pointers move by whole numbers
//@ refused: 10:10 pointers move by whole numbers
//@ refused: 11:14 pointers move by whole numbers
double d;
int numbers[2];

int main(void) {
    int *p = numbers;
    numbers[d] = 1;
    p = &d[numbers];
    return p[d];
}
