//@ refused: 3:19 texts of wide characters are not supported
int main(void) {
    return sizeof L"ab" - sizeof(int[3]);
}
