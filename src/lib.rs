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
//! [`ir::Program`]; [`queries`] ask a fixpoint for more. `docs/architecture.md` is the map; parts of it that are not
//! listed here are public for the program and the tests alone.
//!
//! Without the feature `cli`, which is on by default, there is neither the command line nor what it prints.

#![warn(missing_docs)]

pub mod checker;
pub mod control;
pub mod diagnostics;
pub mod encoding;
pub mod error;
pub mod model;
pub mod prelude;

#[allow(missing_docs, reason = "what the prelude has of it is documented, and has to be")]
pub mod driver;
#[allow(missing_docs, reason = "what the prelude has of it is documented, and has to be")]
pub mod ir;

#[allow(missing_docs, reason = "for strategies of one's own, which need little of it")]
pub mod exploration;
#[allow(missing_docs, reason = "for strategies of one's own, which need little of it")]
pub mod movers;
#[allow(missing_docs, reason = "for strategies of one's own, which need little of it")]
pub mod search;
#[allow(missing_docs, reason = "for strategies of one's own, which need little of it")]
pub mod semantics;

#[doc(hidden)]
pub mod acceleration;
#[doc(hidden)]
pub mod bp;
#[doc(hidden)]
pub mod c;
#[doc(hidden)]
pub mod challenge;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod contexts;
#[doc(hidden)]
pub mod counters;
#[doc(hidden)]
pub mod delays;
#[doc(hidden)]
pub mod derivation;
#[doc(hidden)]
pub mod dynamic;
#[doc(hidden)]
pub mod execution;
#[doc(hidden)]
pub mod exercise;
mod folder;
#[doc(hidden)]
pub mod names;
mod operators;
#[doc(hidden)]
pub mod pushdown;
#[doc(hidden)]
pub mod queries;
#[doc(hidden)]
pub mod random;
mod region;
#[doc(hidden)]
pub mod separate;
#[doc(hidden)]
pub mod slice;
#[doc(hidden)]
pub mod spinlocks;
#[doc(hidden)]
pub mod stacks;
mod starts;
#[doc(hidden)]
pub mod symbolic;
#[doc(hidden)]
pub mod symmetry;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod trace;
#[doc(hidden)]
pub mod uncounted;
#[cfg(feature = "workers")]
#[doc(hidden)]
pub mod workers;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod errata;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod lsp;
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod report;
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod studio;
