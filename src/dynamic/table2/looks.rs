//! What the tests of a formula find in a state.

use super::formula::{Pointee, Test};
use crate::dynamic::analysis::Analysis;
use crate::dynamic::touched::{Other, Situation};
use crate::ir::{Cell, Loc, Value};
use crate::semantics::LocalStore;
use moverlog_rules::Tid;

/// One thread that stays, and all others where they are.
pub(super) struct Looks<'l, 'a> {
    pub(super) analysis: &'l Analysis<'a>,
    pub(super) here: Situation,
    pub(super) threads: &'l [Other],
}

impl Looks<'_, '_> {
    pub(super) fn holds(&self, test: &Test) -> bool {
        let value = |c: Cell| self.analysis.semantics.cell(self.here.g, c);
        let mutex_of = |c: Cell| self.analysis.mutex_of(c);
        match test {
            Test::Far(u, locations) => {
                let is_there = |o: &Other| o.starts().any(|l| locations.contains(l.0 as usize));
                !self.threads.iter().any(|o| o.t == *u && is_there(o))
            }
            Test::Differ(p, q) => match (self.cell(p), self.cell(q)) {
                (Some(p), Some(q)) => mutex_of(p) != mutex_of(q),
                _ => true,
            },
            Test::Unlike(p, c) => self.cell(p).is_none_or(|p| value(p) != *c),
            Test::Held(m) => self.cell(m).is_none_or(|m| value(m) == self.here.t.0 as Value),
        }
    }

    fn cell(&self, p: &Pointee) -> Option<Cell> {
        match p {
            Pointee::Cell(c) => Some(*c),
            Pointee::Place { t, procedure, place } => {
                let local = if *t == self.here.t { self.here.local } else { self.local(*t, *procedure)? };
                self.analysis.semantics.slot(*t, self.here.g, local, place)?.cell()
            }
        }
    }

    /// The local store of another thread, in its activation of a procedure if it takes one.
    fn local(&self, u: Tid, procedure: Option<u32>) -> Option<LocalStore> {
        let semantics = self.analysis.semantics;
        let other = self.threads.iter().find(|o| o.t == u)?;
        let is_one = |l: Loc| procedure.is_none_or(|p| semantics.program.location(l).procedure == p);
        if is_one(other.at) {
            return Some(other.local);
        }
        let frame = semantics.frames(other.stack).find(|f| is_one(semantics.return_location(*f)))?;
        semantics.pop(other.local, 0, frame).ok()
    }
}
