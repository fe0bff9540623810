//! What threads access in all interleavings, and holding which locks.

use crate::driver::Instance;
use crate::ir::{Cell, Loc};
use crate::semantics::Transitions;
use moverlog_rules::{State, Tid};
use std::collections::{BTreeMap, BTreeSet};

/// A statement of a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Site {
    pub thread: Tid,
    pub loc: Loc,
}

/// What threads access in all interleavings, or in those within the bounds.
#[derive(Default)]
pub(super) struct Known {
    /// By variable: where, holding which locks, and whether it is written.
    accesses: BTreeMap<Cell, BTreeSet<(Site, Vec<Cell>, bool)>>,
    /// Whether no bound cut anything off.
    pub complete: bool,
}

impl Known {
    /// Looks at every state of an exploration, which is `complete` if no bound cut it.
    pub fn of(instance: &Instance<'_>, complete: bool) -> Known {
        let mut known = Known { complete, ..Known::default() };
        let semantics = instance.semantics;
        let mut seen = BTreeSet::new();
        for s in (0..instance.state_count() as u32).map(State) {
            let c = instance.configuration(s);
            for (t, l) in (1..).map(Tid).zip(&c.locals) {
                let Some(loc) = semantics.loc(*l).filter(|_| seen.insert((t, c.global, *l))) else { continue };
                known.note(Site { thread: t, loc }, &semantics.transitions(t, c.global, *l));
            }
        }
        known
    }

    fn note(&mut self, place: Site, transitions: &Transitions) {
        for (cell, held) in &transitions.accesses.held {
            let written = transitions.accesses.writes.contains(cell);
            self.accesses.entry(*cell).or_default().insert((place, held.clone(), written));
        }
    }

    pub fn writers(&self, cell: Cell) -> Vec<Site> {
        let all = self.accesses.get(&cell).into_iter().flatten();
        all.filter(|a| a.2).map(|a| a.0).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The lock that most accesses to a variable hold, preferably the one that is held at `place`; whether it is;
    /// and the accesses without it.
    pub fn suspects(&self, cell: Cell, place: Site) -> (Option<Cell>, bool, Vec<Site>) {
        let all = || self.accesses.get(&cell).into_iter().flatten();
        let here = |m: &Cell| all().any(|a| a.0 == place) && all().filter(|a| a.0 == place).all(|a| a.1.contains(m));
        let locks: BTreeSet<Cell> = all().flat_map(|a| a.1.clone()).collect();
        let often = |m: &Cell| (all().filter(|a| a.1.contains(m)).count(), here(m), std::cmp::Reverse(*m));
        let lock = locks.into_iter().max_by_key(often);
        let bare = all().filter(|a| lock.is_none_or(|m| !a.1.contains(&m))).map(|a| a.0);
        let bare: BTreeSet<Site> = bare.filter(|p| *p != place).collect();
        let others: Vec<Site> = bare.iter().copied().filter(|p| p.thread != place.thread).collect();
        let others = if others.is_empty() { bare.into_iter().collect() } else { others };
        (lock, lock.is_some_and(|m| here(&m)), others)
    }
}
