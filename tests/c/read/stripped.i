//@ expect: wrong (assertion, line 21)
/* headers are gone, and with them the types that they declare */
extern void __VERIFIER_error(void);
pthread_mutex_t m = {0};
size_t sum;
FILE *log_;

void *work(void *arg) {
    pthread_mutex_lock(&m);
    sum = sum + 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_attr_t *none = 0;
    pthread_create(&a, none, work, 0);
    pthread_create(&b, none, work, 0);
    pthread_join(a, 0);
    if (sum != 2) __VERIFIER_error();
    pthread_join(b, 0);
    return 0;
}
