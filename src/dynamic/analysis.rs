//! What the other threads may still do while one thread stays where it is: the question behind
//! every moving condition.
//!
//! The answer is a least fixpoint from one state: the locations that others may reach, and the cells
//! that they may read and write there. Each heuristic of DYN Table 2 makes it smaller in its own way, on
//! the strength of cells that nobody in the answer writes. It is closed under the steps of others: after
//! any of them the answer is the same or smaller, so that a condition which holds goes on to hold.

use super::flow::Flow;
use super::footprint::{Footprint, Mode, addressed};
use super::kinds::Kinds;
use super::memo::Memo;
use super::reach::Reach;
use super::{Heuristics, atomic, locks, pointer};
use crate::ir::{Cell, GlobalKind, Loc, Program};
use crate::semantics::{LocalStore, Semantics};
use fixedbitset::FixedBitSet;
use moverlog_rules::{Global, Stack, Tid};
use std::cell::RefCell;
use std::rc::Rc;

/// The static part, once per program.
pub struct Analysis<'a> {
    pub semantics: &'a Semantics<'a>,
    pub flow: Flow,
    pub footprints: Vec<Footprint>,
    pub heuristics: Heuristics,
    pub(super) kinds: Kinds,
    /// For each cell the owner cell of the mutex that it is a part of; data stand for themselves.
    mutexes: Vec<Cell>,
    memo: RefCell<Memo>,
}

/// Cells that threads may access; mutexes by their owner cells.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Touched {
    pub reads: FixedBitSet,
    pub writes: FixedBitSet,
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
        Touched { reads: empty.clone(), writes: empty.clone(), locks: empty }
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
        // All three, whatever the first says.
        add(&mut self.reads, &other.reads) | add(&mut self.writes, &other.writes) | add(&mut self.locks, &other.locks)
    }

    pub fn note(&mut self, cells: &[Cell], mode: Mode) {
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

    pub fn may_lock(&self, c: Cell) -> bool {
        self.locks.contains(c.0 as usize)
    }

    pub fn may_touch(&self, c: Cell) -> bool {
        self.reads.contains(c.0 as usize) || self.may_write(c)
    }
}

impl<'a> Analysis<'a> {
    pub fn new(semantics: &'a Semantics<'a>, heuristics: Heuristics) -> Self {
        let program = semantics.program;
        let addressed = addressed(program);
        let footprints: Vec<Footprint> =
            program.locations.iter().map(|l| Footprint::of(program, l, &addressed)).collect();
        let flow = Flow::new(program);
        let kinds = Kinds::new(semantics, &flow, &footprints, heuristics);
        let memo = RefCell::new(Memo::new(&kinds));
        Analysis { semantics, flow, footprints, heuristics, kinds, mutexes: mutexes(program), memo }
    }

    pub(super) fn mutex_of(&self, c: Cell) -> Cell {
        self.mutexes[c.0 as usize]
    }

    /// The action at a location, whichever thread performs it.
    pub fn footprint(&self, l: Loc) -> &Footprint {
        &self.footprints[l.0 as usize]
    }

    /// Another thread; nothing if it has gone wrong.
    pub fn other(&self, t: Tid, local: LocalStore, stack: Stack) -> Option<Other> {
        let semantics = self.semantics;
        let at = semantics.loc(local)?;
        let mut below = vec![];
        for frame in semantics.frames(stack) {
            let back = semantics.return_location(frame);
            if !below.contains(&back) {
                below.push(back);
            }
        }
        Some(Other { t, local, at, place: self.kinds.place(t, at), stack, below })
    }

    /// What the others may do from here on, whatever they do, while the thread stays where it is; it is
    /// left out if it is one of `threads`.
    pub fn foreign(&self, here: Situation, threads: &[Other]) -> Rc<Touched> {
        let others = || threads.iter().filter(|o| o.t != here.t);
        let known = self.memo.borrow_mut().find(self.semantics, here, others());
        known.unwrap_or_else(|| {
            let computed = Rc::new(self.least_fixpoint(here, others()));
            self.memo.borrow_mut().keep(computed.clone());
            computed
        })
    }

    fn least_fixpoint<'o>(&self, here: Situation, others: impl Iterator<Item = &'o Other>) -> Touched {
        let nothing = Touched::none(self.semantics.program.cells.len());
        let nowhere = FixedBitSet::with_capacity(self.footprints.len());
        let future = |other: &'o Other| {
            let reach = Reach { from: other.at, stack: other.stack, locations: nowhere.clone() };
            Future { other, reach }
        };
        let mut futures: Vec<Future<'_>> = others.map(future).collect();
        let mut touched = nothing;
        loop {
            let mut more = touched.clone();
            let mut grown = false;
            for future in &mut futures {
                let stops = |l| locks::blocked(self, here, future, &touched, l);
                let locations = self.flow.reach(future.other.starts(), stops);
                grown |= locations != future.reach.locations;
                future.reach.locations = locations;
                self.add_accesses(here, future, &touched, &mut more);
            }
            if !grown && more == touched {
                return touched;
            }
            touched = more;
        }
    }

    fn add_accesses(&self, here: Situation, future: &Future<'_>, known: &Touched, more: &mut Touched) {
        for at in future.reach.locations.ones() {
            for access in &self.footprint_of(future.other.t, Loc(at as u32)).accesses {
                let resolved = pointer::resolved(self, here, future, known, Loc(at as u32), access);
                let cells = resolved.as_ref().map_or(&access.cells[..], std::slice::from_ref);
                match access.mode {
                    Mode::Cas(expected) => {
                        let writes = |c: &Cell| atomic::may_write(self, here, known, *c, expected);
                        cells.iter().copied().filter(writes).for_each(|c| more.note(&[c], Mode::Write));
                    }
                    mode => more.note(cells, mode),
                }
            }
        }
    }
}

fn mutexes(program: &Program) -> Vec<Cell> {
    let mut mutexes: Vec<Cell> = (0..program.cells.len() as u32).map(Cell).collect();
    for global in program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Mutex { .. })) {
        for owner in global.elements() {
            mutexes[owner.0 as usize..(owner.0 + global.stride()) as usize].fill(owner);
        }
    }
    mutexes
}
