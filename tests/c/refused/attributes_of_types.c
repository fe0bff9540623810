//@ refused: 19:18 `__attribute__((vector_size))` is not supported
//@ help: make it an array
//@ refused: 24:12 members of `struct mixed` are packed or aligned, so its size and its offsets are not followed
//@ refused: 24:35 members of `struct tight` are packed or aligned, so its size and its offsets are not followed
//@ help: leave out `#pragma pack`, `packed` and `aligned`, or write them for the whole structure
struct mixed {
    char c;
    int n __attribute__((packed));
};

#pragma pack(push, 1)
struct tight {
    char c;
    int n;
};
#pragma pack(pop)

typedef int nobody_uses __attribute__((vector_size(16)));
typedef int four __attribute__((vector_size(16)));

four v;

int main(void) {
    return sizeof(struct mixed) + sizeof(struct tight);
}
