#ifndef __MOVERLOG_STDATOMIC
#define __MOVERLOG_STDATOMIC

#include <stddef.h>
#include <stdint.h>

typedef enum memory_order {
    memory_order_relaxed = 0,
    memory_order_consume = 1,
    memory_order_acquire = 2,
    memory_order_release = 3,
    memory_order_acq_rel = 4,
    memory_order_seq_cst = 5
} memory_order;

typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(signed char) atomic_int_least8_t;
typedef _Atomic(unsigned char) atomic_uint_least8_t;
typedef _Atomic(short) atomic_int_least16_t;
typedef _Atomic(unsigned short) atomic_uint_least16_t;
typedef _Atomic(int) atomic_int_least32_t;
typedef _Atomic(unsigned int) atomic_uint_least32_t;
typedef _Atomic(long long) atomic_int_least64_t;
typedef _Atomic(unsigned long long) atomic_uint_least64_t;
typedef _Atomic(signed char) atomic_int_fast8_t;
typedef _Atomic(unsigned char) atomic_uint_fast8_t;
typedef _Atomic(long) atomic_int_fast16_t;
typedef _Atomic(unsigned long) atomic_uint_fast16_t;
typedef _Atomic(long) atomic_int_fast32_t;
typedef _Atomic(unsigned long) atomic_uint_fast32_t;
typedef _Atomic(long long) atomic_int_fast64_t;
typedef _Atomic(unsigned long long) atomic_uint_fast64_t;
typedef _Atomic(long) atomic_intptr_t;
typedef _Atomic(unsigned long) atomic_uintptr_t;
typedef _Atomic(unsigned long) atomic_size_t;
typedef _Atomic(long) atomic_ptrdiff_t;
typedef _Atomic(long long) atomic_intmax_t;
typedef _Atomic(unsigned long long) atomic_uintmax_t;
typedef struct __moverlog_atomic_flag { _Atomic(_Bool) __f; } atomic_flag;

#define ATOMIC_VAR_INIT(v) (v)
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define kill_dependency(e) (e)
#define atomic_is_lock_free(p) ((void)(p), 1)

#define atomic_init(p, v) __moverlog_atomic_init(p, v)
#define atomic_load(p) __moverlog_atomic_load(p, 5)
#define atomic_load_explicit(p, o) __moverlog_atomic_load(p, o)
#define atomic_store(p, v) __moverlog_atomic_store(p, v, 5)
#define atomic_store_explicit(p, v, o) __moverlog_atomic_store(p, v, o)
#define atomic_exchange(p, v) __moverlog_atomic_exchange(p, v, 5)
#define atomic_exchange_explicit(p, v, o) __moverlog_atomic_exchange(p, v, o)
#define atomic_compare_exchange_strong(p, e, d) __moverlog_atomic_compare_exchange(p, e, d, 0, 5, 5)
#define atomic_compare_exchange_strong_explicit(p, e, d, s, f) __moverlog_atomic_compare_exchange(p, e, d, 0, s, f)
#define atomic_compare_exchange_weak(p, e, d) __moverlog_atomic_compare_exchange(p, e, d, 1, 5, 5)
#define atomic_compare_exchange_weak_explicit(p, e, d, s, f) __moverlog_atomic_compare_exchange(p, e, d, 1, s, f)
#define atomic_fetch_add(p, v) __moverlog_atomic_fetch_add(p, v, 5)
#define atomic_fetch_add_explicit(p, v, o) __moverlog_atomic_fetch_add(p, v, o)
#define atomic_fetch_sub(p, v) __moverlog_atomic_fetch_sub(p, v, 5)
#define atomic_fetch_sub_explicit(p, v, o) __moverlog_atomic_fetch_sub(p, v, o)
#define atomic_fetch_or(p, v) __moverlog_atomic_fetch_or(p, v, 5)
#define atomic_fetch_or_explicit(p, v, o) __moverlog_atomic_fetch_or(p, v, o)
#define atomic_fetch_xor(p, v) __moverlog_atomic_fetch_xor(p, v, 5)
#define atomic_fetch_xor_explicit(p, v, o) __moverlog_atomic_fetch_xor(p, v, o)
#define atomic_fetch_and(p, v) __moverlog_atomic_fetch_and(p, v, 5)
#define atomic_fetch_and_explicit(p, v, o) __moverlog_atomic_fetch_and(p, v, o)
#define atomic_flag_test_and_set(p) __moverlog_atomic_flag_test_and_set(p, 5)
#define atomic_flag_test_and_set_explicit(p, o) __moverlog_atomic_flag_test_and_set(p, o)
#define atomic_flag_clear(p) __moverlog_atomic_flag_clear(p, 5)
#define atomic_flag_clear_explicit(p, o) __moverlog_atomic_flag_clear(p, o)
#define atomic_thread_fence(o) __moverlog_atomic_fence(o)
#define atomic_signal_fence(o) __moverlog_atomic_fence(o)

#endif
