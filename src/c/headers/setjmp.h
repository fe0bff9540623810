#ifndef __MOVERLOG_SETJMP
#define __MOVERLOG_SETJMP

typedef struct __moverlog_jmp_buf { int __j; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf buffer);
void longjmp(jmp_buf buffer, int value);
int sigsetjmp(sigjmp_buf buffer, int mask);
void siglongjmp(sigjmp_buf buffer, int value);

#endif
