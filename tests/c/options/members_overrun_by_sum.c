//@ -DREAD: wrong (line 14)
//@ -DTURNED: wrong (line 16)
//@ -DARROW: wrong (line 18)
//@ -DINSIDE: safe
//@ -DEND: safe
// `*(q + i)` is `q[i]`, and `&*q` is `q`.
struct point { int x, y; };
struct line { struct point ends[2]; int marks[2]; int last; } line;
static int *first(void) { return line.marks; }
static struct point *from(void) { return line.ends; }
int main(void) {
    int two = 2;
#if defined(READ)
    return *(first() + two);
#elif defined(TURNED)
    return *(two + first());
#elif defined(ARROW)
    return (from() + two)->x;
#elif defined(INSIDE)
    return *(first() + two - 1) + (from() + 1)->y + *(1 + line.marks) + *(&*(line.marks + 2) - 1);
#else
    int *end = &*(line.marks + two), *begin = &*first();
    return end - begin != 2;
#endif
}
