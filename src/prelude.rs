//! What it takes to check a model.
//!
//! [`Model`] is a program with its text, [`Checker`] asks for a verdict, [`Outcome`] has it: with counts, and for a
//! thread that goes wrong ([`Failed`]) an execution that was replayed step by step ([`Transaction`]).

pub use crate::checker::Checker;
pub use crate::control::Bound;
pub use crate::driver::{Engine, Failed, MoverMode, Outcome, Transaction, Verdict};
pub use crate::error::Error;
pub use crate::ir::{Loc, Program};
pub use crate::model::Model;
pub use moverlog_rules::Tid;
