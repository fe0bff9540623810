/* What programs of csmith need, in place of its own header: numbers of 32 bits and less that wrap around, and a
 * checksum that is claimed (-D EXPECT=..) or printed. `run_csmith.sh` uses it. */
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned uint32_t;

#define DIVIDED(NAME, OP, T, X, LEAST) \
    static T safe_##NAME##_func_##T##_##X##_##X(T a, T b) \
    { \
        if (b == 0 || (a == LEAST && b == (T)-1)) \
            return a; \
        return a OP b; \
    }
#define SHIFTED(NAME, OP, T, X, BY, Y) \
    static T safe_##NAME##_func_##T##_##X##_##Y(T a, BY b) \
    { \
        if ((unsigned)b >= 32 || a < 0) \
            return a; \
        return a OP b; \
    }
#define FUNCTIONS(T, X, LEAST) \
    static T safe_unary_minus_func_##T##_##X(T a) { return -a; } \
    static T safe_add_func_##T##_##X##_##X(T a, T b) { return a + b; } \
    static T safe_sub_func_##T##_##X##_##X(T a, T b) { return a - b; } \
    static T safe_mul_func_##T##_##X##_##X(T a, T b) { return (uint32_t)a * b; } \
    DIVIDED(div, /, T, X, LEAST) \
    DIVIDED(mod, %, T, X, LEAST) \
    SHIFTED(lshift, <<, T, X, int, s) \
    SHIFTED(lshift, <<, T, X, unsigned, u) \
    SHIFTED(rshift, >>, T, X, int, s) \
    SHIFTED(rshift, >>, T, X, unsigned, u)

FUNCTIONS(int8_t, s, -128)
FUNCTIONS(int16_t, s, -32768)
FUNCTIONS(int32_t, s, (-2147483647 - 1))
FUNCTIONS(uint8_t, u, 0)
FUNCTIONS(uint16_t, u, 0)
FUNCTIONS(uint32_t, u, 0)

static uint32_t crc32_context = 1;
static void crc32_gentab(void) {}
static void platform_main_begin(void) {}
static void transparent_crc(uint32_t value, const char *name, int flag) { crc32_context = crc32_context * 31 + value; }

#ifdef EXPECT
void __moverlog_assert(int);
static void platform_main_end(uint32_t sum, int flag) { __moverlog_assert(sum == EXPECT); }
#else
int printf(const char *, ...);
static void platform_main_end(uint32_t sum, int flag) { printf("%u", sum); }
#endif
