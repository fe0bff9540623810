//@ refused: 3:19 texts of wide characters, and characters by their numbers in Unicode, are not supported
int main(void) {
    return sizeof L"ab" - sizeof(int[3]);
}
