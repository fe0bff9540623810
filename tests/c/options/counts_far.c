//@ : safe
//@ --max-states 2000: inconclusive (states)
// One thread puts on a stack, another one takes from it. There are millions of states, and in each the stack is at most
// as high as the first thread has counted.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int top;

void *put(void *arg) {
  for (int i = 0; i < 800; i++) {
    pthread_mutex_lock(&m);
    assert(top < 800);
    top++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

void *take(void *arg) {
  for (int i = 0; i < 800; i++) {
    pthread_mutex_lock(&m);
    if (top > 0)
      top--;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
