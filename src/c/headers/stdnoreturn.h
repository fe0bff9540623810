#ifndef __MOVERLOG_STDNORETURN
#define __MOVERLOG_STDNORETURN

#define noreturn _Noreturn

#endif
