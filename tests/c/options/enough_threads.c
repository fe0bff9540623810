//@ : safe
//@ --rules reduction: inconclusive (threads)
//@ --rules reduction --auto: safe
//@ --threads 4: inconclusive (threads)
//@ --threads 5: safe
//@ --deadlock: safe
//@ --races: safe
//@ -D LATE: wrong (line 27)
//@ -D MANY: inconclusive (threads)
// Five threads, as a variable says: more than the three of a pool.
#include <assert.h>
#include <pthread.h>

int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

#ifdef MANY
int n = 60;
#else
int n = 5;
#endif

void *work(void *unused) {
  pthread_mutex_lock(&m);
  done++;
#ifdef LATE
  assert(done < 5);
#endif
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  n += 0; // so it is no constant
  pthread_t t[60];
  for (int i = 0; i < n; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < n; i++) pthread_join(t[i], 0);
  return 0;
}
