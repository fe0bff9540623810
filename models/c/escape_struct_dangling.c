//@ expect: wrong (undefined, line 16)
//@ tried: not, since the stack is still there
// A structure is gone when its function has returned.
struct pair {
    int a, b;
};

struct pair *kept;

void f(void) {
    struct pair p = {1, 2};
    kept = &p;
}

int main(void) {
    f(), kept->b = 3;
    return 0;
}
