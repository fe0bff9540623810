//! What comes of following a missing fact down: instances of rules that fail, and what that comes down to.

use super::decode::{Fact, Input};
use super::reasons::Reason;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// An instance of a rule that fails.
#[derive(Debug)]
pub struct Try {
    pub rule: String,
    pub held: Vec<Premise>,
    pub fails: Premise,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Premise {
    Fact(Fact),
    Input(Input),
    /// Every premise holds, but the conclusion is another one.
    Conclusion,
}

/// What a missing fact comes down to.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    /// Rules and the premises that they lack, from the missing fact down to the reason.
    pub path: Vec<(String, Premise)>,
    pub reason: Reason,
    /// Other threads of which the same can be said.
    pub also: BTreeSet<Tid>,
}
