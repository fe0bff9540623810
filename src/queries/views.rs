//! What is looked at of one check besides its verdict: the states that an execution passes.

use super::explain::{Spots, spots};
use crate::execution::{self, Choice};
use crate::ir::Program;
use crate::semantics::Semantics;

/// The states that a schedule passes, the initial one first; nothing if some step of it is impossible.
pub fn passed(program: &Program, schedule: &[Choice]) -> Option<Vec<Spots>> {
    let semantics = Semantics::new(program);
    let events = execution::replay(&semantics, schedule)?;
    let states = [semantics.initial()].into_iter().chain(events.into_iter().map(|e| e.after));
    Some(states.map(|c| spots(&semantics, &c)).collect())
}
