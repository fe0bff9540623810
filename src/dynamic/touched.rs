//! Where threads are, and which cells they may access from there.

use super::footprint::Mode;
use super::reach::Reach;
use crate::ir::{Cell, Loc};
use crate::semantics::LocalStore;
use fixedbitset::FixedBitSet;
use moverlog_rules::{Global, Stack, Tid};

/// Cells that threads may access; mutexes by their owner cells.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Touched {
    pub reads: FixedBitSet,
    pub writes: FixedBitSet,
    /// Those of `writes` that are not by compare-and-swap alone.
    pub stores: FixedBitSet,
    pub locks: FixedBitSet,
}

/// Another thread, as far as its future depends on it.
pub struct Other {
    pub t: Tid,
    pub local: LocalStore,
    pub at: Loc,
    /// `at` among the locations of all kinds of threads.
    pub place: usize,
    pub stack: Stack,
    /// Where its frames return to.
    pub below: Vec<Loc>,
}

/// One other thread's part of the fixpoint.
pub struct Future<'o> {
    pub other: &'o Other,
    pub reach: Reach,
}

/// One thread's part in a state, its data being those of `g`.
#[derive(Clone, Copy)]
pub struct Situation {
    /// The thread that stays.
    pub t: Tid,
    pub g: Global,
    pub local: LocalStore,
    /// The location of `local`.
    pub at: Loc,
}

impl Other {
    /// Where it is, and where its frames return to.
    pub fn starts(&self) -> impl Iterator<Item = Loc> {
        std::iter::once(self.at).chain(self.below.iter().copied())
    }
}

impl Touched {
    pub fn none(cells: usize) -> Self {
        let empty = FixedBitSet::with_capacity(cells);
        Touched { reads: empty.clone(), writes: empty.clone(), stores: empty.clone(), locks: empty }
    }

    /// Whether there is more now than before.
    pub fn add(&mut self, other: &Touched) -> bool {
        let add = |set: &mut FixedBitSet, more: &FixedBitSet| {
            let grows = !more.is_subset(set);
            if grows {
                set.union_with(more);
            }
            grows
        };
        // All of them, whatever the first says.
        add(&mut self.reads, &other.reads)
            | add(&mut self.writes, &other.writes)
            | add(&mut self.stores, &other.stores)
            | add(&mut self.locks, &other.locks)
    }

    pub fn note(&mut self, cells: &[Cell], mode: Mode) {
        if mode == Mode::Write {
            cells.iter().for_each(|c| self.stores.insert(c.0 as usize));
        }
        let set = match mode {
            Mode::Read => &mut self.reads,
            Mode::Write | Mode::Cas(_) => &mut self.writes,
            Mode::Lock => &mut self.locks,
        };
        cells.iter().for_each(|c| set.insert(c.0 as usize));
    }

    pub fn may_write(&self, c: Cell) -> bool {
        self.writes.contains(c.0 as usize)
    }

    /// Whether they may write it other than by compare-and-swap.
    pub fn may_store(&self, c: Cell) -> bool {
        self.stores.contains(c.0 as usize)
    }

    pub fn may_lock(&self, c: Cell) -> bool {
        self.locks.contains(c.0 as usize)
    }

    pub fn may_touch(&self, c: Cell) -> bool {
        self.reads.contains(c.0 as usize) || self.may_write(c)
    }
}
