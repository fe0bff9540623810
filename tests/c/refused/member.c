//@ refused: 6:14 `struct queue` has no member `hed`
//@ help: did you mean `head`?
struct queue { int head, tail; } q;

int main(void) {
    return q.hed;
}
