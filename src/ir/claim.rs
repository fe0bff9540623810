//! What a user claims of every state between steps.

use super::{Expr, Loc};
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// A condition on states. Behind the thread-locals of the thread, register `i` of the expression is whether the spot with
/// the number `i` is met.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Where it is written, from 1.
    pub line: u32,
    /// As it is written.
    pub text: String,
    /// Whose `tid` and thread-locals it names, if it names any.
    pub thread: Option<Tid>,
    pub expr: Expr,
    pub spots: Vec<Spot>,
}

/// A thread is at one of some locations.
#[derive(Clone, Debug)]
pub struct Spot {
    pub thread: Tid,
    pub locations: BTreeSet<Loc>,
}
