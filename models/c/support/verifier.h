/* The functions that SV-COMP's programs declare, for whoever would rather include them. */
#ifndef VERIFIER_H
#define VERIFIER_H

int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int holds);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);

#endif
