//@ expect: wrong (race on text, lines 11 and 17)
//@ property: no-data-race
// Printing into an array writes it, and printing a text reads it.
#include <pthread.h>
#include <stdio.h>

char text[4];

void *work(void *arg) {
    int n = 3;
    snprintf(text, sizeof text, "%d", n);
    return 0;
}

void *show(void *arg) {
    char *p = text;
    puts(p);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, show, 0);
    return 0;
}
