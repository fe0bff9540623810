//! moverlog: a laboratory for transaction-based (Lipton) reduction.
pub mod diagnostics;
pub mod ir;
