//! Where threads were on the way to a verdict, and where they made a step.

use crate::ir::Loc;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// Every pair occurs in some state that the program reaches. What is missing need not be out of its reach.
#[derive(Clone, Default, Debug)]
pub struct Visits {
    /// The thread was at the location, and was to move.
    pub stood: BTreeSet<(Tid, Loc)>,
    /// There it could make a step.
    pub moved: BTreeSet<(Tid, Loc)>,
}

impl Visits {
    pub(crate) fn note(&mut self, at: (Tid, Loc), moves: bool) {
        self.stood.insert(at);
        if moves {
            self.moved.insert(at);
        }
    }
}
