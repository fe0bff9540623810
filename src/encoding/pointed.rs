//! Where pointers may lead.

use crate::ir::*;
use std::collections::BTreeSet;

/// The cells that some pointer may name: those whose address is taken, and the end of an object that is pointed into.
pub fn pointed(program: &Program) -> Vec<Cell> {
    let addressed = program.addressed();
    let ends: BTreeSet<Cell> = addressed.iter().filter_map(|c| program.object_of(*c)).map(Object::end).collect();
    addressed.into_iter().chain(ends.into_iter().filter(|end| program.object_of(*end).is_none())).collect()
}
