//@ : safe
//@ --heap 4: inconclusive (heap)
// More keys are created than have a place.
#include <pthread.h>

int main(void) {
    pthread_key_t keys[12];
    for (int i = 0; i < 12; i++)
        pthread_key_create(&keys[i], 0);
    return 0;
}
