//! moverlog: a laboratory for transaction-based (Lipton) reduction.
pub mod diagnostics;
pub mod driver;
pub mod execution;
pub mod ir;
pub mod movers;
pub mod report;
pub mod semantics;
