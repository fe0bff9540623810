//! moverlog: a laboratory for transaction-based (Lipton) reduction.
pub mod check;
pub mod diagnostics;
pub mod ir;
pub mod model;
pub mod syntax;
