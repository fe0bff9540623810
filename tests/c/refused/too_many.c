//@ refused: 4:25 there is no such element to initialise
#include <assert.h>

int numbers[2] = {1, 2, [2] = 3};

int main(void) {
    return numbers[0];
}
