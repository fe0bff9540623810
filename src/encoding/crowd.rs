//! Threads without names.

use crate::ir::Cell;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// Threads that do the same, in groups, one by one where nobody else does; and the cells that belong to each, in the
/// same order for all of a group.
pub struct Crowd {
    /// The threads.
    pub groups: Vec<Vec<Tid>>,
    /// Their cells, and those of others whom nobody looks at.
    pub private: Vec<(Tid, Vec<Cell>)>,
}

impl Crowd {
    /// Whether no two threads are seen for any number of them.
    pub fn is_all(&self) -> bool {
        self.groups.iter().all(|group| group.len() == 1)
    }

    /// The cells that belong to a thread.
    pub fn private(&self, t: Tid) -> &[Cell] {
        self.private.iter().find(|(u, _)| *u == t).map_or(&[], |(_, cells)| cells)
    }

    /// The cells that belong to somebody.
    pub fn owned(&self) -> BTreeSet<Cell> {
        self.private.iter().flat_map(|(_, cells)| cells.iter().copied()).collect()
    }

    /// The cell of a thread that is what this one is to the first of its group; the same, if it belongs to nobody.
    pub fn of(&self, t: Tid, cell: Cell) -> Cell {
        let group = self.groups.iter().find(|group| group.contains(&t));
        let first = group.map_or(&[][..], |group| self.private(group[0]));
        first.iter().position(|c| *c == cell).map_or(cell, |i| self.private(t)[i])
    }
}
