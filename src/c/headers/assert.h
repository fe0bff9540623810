/* No guard: each inclusion looks at NDEBUG again. */
#ifndef __MOVERLOG_ASSERT
#define __MOVERLOG_ASSERT
void __moverlog_assert(_Bool holds);
#endif

#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) __moverlog_assert(e)
#endif

#undef static_assert
#define static_assert _Static_assert
