//@ refused: 4:14 `struct queue` is declared and never defined, so it has no size
//@ help: define it: `struct queue { .. };`
struct queue;
struct queue q;

int main(void) {
    return 0;
}
