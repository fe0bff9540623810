//! What is known of the accesses to one cell.

use crate::ir::Cell;
use moverlog_rules::Tid;

/// See the module's documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub(super) accessors: Accessors,
    pub(super) written: bool,
    /// M_z: owner cells of the locks held at every access; nothing before the first.
    pub(super) locks: Option<Vec<Cell>>,
    /// An expression looked at this mutex while another thread could change it.
    pub(super) exposed: bool,
    /// A thread accesses it without its declared predicate, or another thread gives or takes that away.
    pub(super) intruded: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Accessors {
    Nobody,
    One(Tid),
    Several,
}

impl Seen {
    /// Whether an access tells nothing new.
    pub(super) fn covers(&self, t: Tid, written: bool, holds: impl Fn(Cell) -> bool) -> bool {
        let known = self.accessors == Accessors::Several || self.accessors == Accessors::One(t);
        known && self.written >= written && self.locks.as_ref().is_some_and(|l| l.iter().all(|m| holds(*m)))
    }

    pub(super) fn note(&mut self, (t, alone): (Tid, bool), written: bool, holds: impl Fn(Cell) -> bool, all: &[Cell]) {
        self.written |= written;
        self.accessors = match self.accessors {
            Accessors::Nobody if alone => Accessors::One(t),
            Accessors::One(u) if u == t => Accessors::One(t),
            _ => Accessors::Several,
        };
        let kept = self.locks.as_deref().unwrap_or(all).iter().copied().filter(|m| holds(*m)).collect();
        self.locks = Some(kept);
    }
}
