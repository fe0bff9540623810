//@ expect: wrong (assertion, line 4)
extern void reach_error(void); // lines end as on Windows
int main(void) {
    reach_error();
    return 0;
}