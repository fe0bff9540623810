//! TSG's symbolic search (TSG 5): a formula for each group of threads, whose models are the schedules along a graph in
//! which a thread goes wrong. The paper prints none; this one passes a token from transaction to transaction.
//!
//! All transactions of a schedule but the last one are performed as a whole. On an adequate graph that is enough: what
//! other threads have begun and not finished is independent of the transaction that goes wrong, and can be left out.

mod chain;
mod clauses;
mod evaluation;
mod performance;
mod solve;
mod versions;

pub use solve::{Found, Solved, solve};
pub use versions::Widths;
