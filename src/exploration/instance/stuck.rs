//! Threads that an exploration by transactions leaves inside a transaction for ever.
//!
//! A thread in R(t) that is blocked never commits, and nobody else moves where it is: what the others do
//! is seen from the states before. So nothing that goes wrong is lost, but a deadlock may be.

use super::Instance;
use super::nodes::NodeFacts;
use crate::ir::Loc;
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
}
