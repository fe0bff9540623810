//! Where the values come from on which a step rests: which write each read sees.
//!
//! Two executions to one step that agree in this are of one class: reads-from equivalence (Chalupa, Chatterjee,
//! Pavlogiannis, Sinha and Vaidya, Data-centric dynamic partial order reduction, POPL 2018), restricted to the past
//! of the step. Every read returns the same there, and so the step does the same.

use crate::ir::{Cell, Loc};
use crate::semantics::{Accesses, Change};
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// Who makes a step, and where. Threads of one procedure are told apart from the one whose past this is alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Who {
    /// The thread that makes the last step.
    pub itself: bool,
    /// The procedure that the thread runs.
    pub procedure: u32,
    pub loc: Loc,
}

/// A variable that is read, by its first cell, and who wrote what is read; nothing if it is the initial value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Origin {
    pub variable: Cell,
    pub reader: Who,
    pub writer: Option<Who>,
}

/// A step as it is met on the way back.
pub struct Met<'a> {
    pub t: Tid,
    pub who: Who,
    pub accesses: &'a Accesses,
    /// Whether it is an atomic block, which need not write on every way through it.
    pub is_block: bool,
}

/// The steps on which a last one rests, gathered from there back to the beginning.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Past {
    /// A bit for each thread that has a part in it.
    threads: u64,
    /// Reads whose writes are still to come.
    open: BTreeSet<(Cell, Who)>,
    pub origins: BTreeSet<Origin>,
}

impl Past {
    /// That of a step by itself.
    pub fn of(last: &Met<'_>) -> Past {
        let open = last.reads().map(|c| (c, last.who)).collect();
        Past { threads: bit(last.t), open, origins: BTreeSet::new() }
    }

    /// With the step before; nothing if it has no part in it: without that one the others happen just the same.
    /// `variable`: the first cell of what is told, nothing for what tells nothing.
    pub fn after(&self, step: &Met<'_>, variable: &dyn Fn(Cell) -> Option<Cell>) -> Option<Past> {
        let written = |(c, _): &&(Cell, Who)| step.accesses.writes.contains(c);
        let answered: Vec<(Cell, Who)> = self.open.iter().filter(written).copied().collect();
        if self.threads & bit(step.t) == 0 && answered.is_empty() {
            return None;
        }
        let mut past = self.clone();
        past.threads |= bit(step.t);
        for (cell, reader) in &answered {
            // A sum is what all have added, in whichever order.
            if !step.adds() {
                past.open.remove(&(*cell, *reader));
            }
            past.tell(variable(*cell), *reader, Some(step.who));
        }
        past.open.extend(step.reads().map(|c| (c, step.who)));
        Some(past)
    }

    /// At the beginning: what nobody wrote is as it was.
    pub fn begun(mut self, variable: &dyn Fn(Cell) -> Option<Cell>) -> BTreeSet<Origin> {
        for (cell, reader) in std::mem::take(&mut self.open) {
            self.tell(variable(cell), reader, None);
        }
        self.origins
    }

    fn tell(&mut self, variable: Option<Cell>, reader: Who, writer: Option<Who>) {
        self.origins.extend(variable.map(|variable| Origin { variable, reader, writer }));
    }
}

impl Met<'_> {
    /// Whether it adds to what it writes, and tells nobody what that was.
    fn adds(&self) -> bool {
        self.accesses.change == Change::Add
    }

    /// All that the step depends on; where it may not have written, what was there before.
    fn reads(&self) -> impl Iterator<Item = Cell> + '_ {
        let a = self.accesses;
        let kept = self.is_block.then_some(&a.writes);
        let all = [&a.reads, &a.guards, &a.predicates, &a.looks].into_iter().chain(kept).flatten().copied();
        all.filter(|c| !(self.adds() && a.writes.contains(c)))
    }
}

fn bit(t: Tid) -> u64 {
    1 << (t.0 - 1)
}
