#ifndef __MOVERLOG_FEATURES
#define __MOVERLOG_FEATURES

/* What it would define says which declarations are wanted: all are there. */

#endif
