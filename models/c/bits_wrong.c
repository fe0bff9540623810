//@ expect: wrong (undefined, line 6)
// No bit is set of what has its highest bit looked for.
int nothing;

int main(void) {
    return __builtin_clz(nothing);
}
