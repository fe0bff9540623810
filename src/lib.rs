//! moverlog: a laboratory for transaction-based (Lipton) reduction.
//!
//! A model's text becomes an [`ir::Program`] ([`syntax`], [`check`], [`model`]); [`semantics`]
//! says what its threads do; [`movers`] which steps commute; [`driver`] runs a ruleset of
//! `moverlog-rules` on it to a verdict, and [`execution`] replays every trace before it is shown.
//! `docs/architecture.md` is the map.

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

pub mod challenge;
pub mod separate;

pub mod report;

pub mod cli;
