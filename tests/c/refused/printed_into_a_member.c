//@ refused: 9:13 how much is written behind this pointer is not known
#include <stdio.h>

struct message {
    char text[8];
} first;

void says(struct message *to, int n) {
    sprintf(to->text, "%d", n);
}

int main(void) {
    says(&first, 1);
    sprintf(first.text, "%d", 2);
    return 0;
}
