//! moverlog: a laboratory for transaction-based (Lipton) reduction.
//!
//! ```
//! use moverlog::prelude::*;
//!
//! let model = Model::parse(
//!     "counter.mover",
//!     "mutex m;
//!      int x;
//!      void count() { acquire(m); x = x + 1; release(m); }
//!      void look() { acquire(m); assert(x >= 0); release(m); }
//!      P = { count() } || { look() };",
//! )?;
//! let outcome = Checker::new(&model.program).rules("summaries")?.run()?;
//! assert_eq!((outcome.verdict, outcome.states), (Verdict::Safe, 4));
//! # Ok::<(), Error>(())
//! ```
//!
//! The [`prelude`] has what it takes to check a model. What a thread does is [`semantics`], which steps commute
//! [`movers`], and a verdict comes about in [`driver`], which runs a ruleset of `moverlog-rules` on an
//! [`ir::Program`]; [`execution`] replays every trace before it is shown, and [`queries`] ask a fixpoint for more.
//! `docs/architecture.md` is the map.
//!
//! Without the feature `cli`, which is on by default, there is neither the command line nor what it prints.

pub mod control;
pub mod diagnostics;
pub mod random;

pub mod ir;
pub mod syntax;

pub mod check;
pub mod model;

pub mod semantics;

pub mod execution;
pub mod movers;

pub mod exploration;

pub mod search;

pub mod dynamic;
pub mod trace;

pub mod derivation;

pub mod driver;

pub mod queries;

pub mod challenge;
pub mod separate;

#[cfg(feature = "cli")]
pub mod report;

#[cfg(feature = "cli")]
pub mod cli;

pub mod checker;
pub mod error;
pub mod prelude;
