//@ expect: safe
// `memcpy` and `memmove` of as many objects as are known when the program runs.
#include <assert.h>
#include <string.h>

struct pair {
    int key;
    char name;
};

static int numbers[5] = {1, 2, 3, 4, 5};

static void removes(int *all, int n, int i) {
    memmove(&all[i], &all[i + 1], (n - i - 1) * sizeof all[0]);
}

static void inserts(int *all, int n, int i, int value) {
    memmove(all + i + 1, all + i, (n - i) * sizeof *all);
    all[i] = value;
}

static void copies(struct pair *to, const struct pair *from, size_t n) {
    memcpy(to, from, n * sizeof(struct pair));
}

int main(void) {
    removes(numbers, 5, 1);
    assert(numbers[0] == 1 && numbers[1] == 3 && numbers[3] == 5);
    inserts(numbers, 4, 1, 9);
    assert(numbers[0] == 1 && numbers[1] == 9 && numbers[2] == 3 && numbers[4] == 5);
    struct pair a[2] = {{1, 'a'}, {2, 'b'}}, b[2] = {{0, 0}, {0, 0}};
    copies(b, a, 0);
    assert(b[0].key == 0);
    copies(b, a, 2);
    assert(b[1].key == 2 && b[0].name == 'a');
    const char *text = "abc";
    char copy[4];
    memcpy(copy, text, strlen(text) + 1);
    assert(strcmp(copy, "abc") == 0);
}
