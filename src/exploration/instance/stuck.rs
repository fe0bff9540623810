//! Threads that an exploration by transactions leaves inside a transaction for ever, and threads that end with a mutex.
//!
//! A thread in R(t) that is blocked never commits, and nobody else moves where it is: what the others do
//! is seen from the states before. So nothing that goes wrong is lost, but a deadlock may be.

use super::Instance;
use super::nodes::NodeFacts;
use crate::ir::{Cell, Loc};
use crate::movers::Class;
use moverlog_rules::{Node, Tid};
use std::collections::BTreeSet;

impl NodeFacts {
    /// Whether the thread was to move here, inside a transaction in its pre-commit phase, and cannot.
    fn is_stuck(&self) -> bool {
        self.scheduled && self.class == Class::Right && !self.is_enabled()
    }
}

impl Instance<'_> {
    /// Where threads were blocked in their pre-commit phase; threads that have ended are not blocked.
    pub fn stuck(&self) -> BTreeSet<(Tid, Loc)> {
        let facts = self.nodes.facts.borrow();
        let stuck = facts.iter().filter(|(.., f)| f.is_stuck());
        let place = |(n, t, _): (Node, Tid, &NodeFacts)| {
            let (_, l, _) = self.stores(n);
            self.semantics.loc(l).filter(|_| !self.semantics.has_ended(l)).map(|loc| (t, loc))
        };
        let alike = |(t, loc)| self.alike(t).into_iter().map(move |t| (t, loc));
        stuck.filter_map(place).flat_map(alike).collect()
    }

    /// The threads that were seen to have ended while they held a mutex, which nobody else can release.
    pub fn ended_holding(&self) -> BTreeSet<(Tid, Cell)> {
        let facts = self.nodes.facts.borrow();
        let held = |(n, t, _): (Node, Tid, &NodeFacts)| {
            let (g, l, _) = self.stores(n);
            let all = if self.semantics.has_ended(l) { self.semantics.held_by(g, t) } else { vec![] };
            all.into_iter().map(move |m| (t, m))
        };
        let alike = |(t, m)| self.alike(t).into_iter().map(move |t| (t, m));
        facts.iter().flat_map(held).flat_map(alike).collect()
    }
}
