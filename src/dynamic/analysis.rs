//! What the other threads may still do while one thread stays where it is: the question behind
//! every moving condition.
//!
//! The answer is a least fixpoint from one state: the locations that others may reach, and the cells
//! that they may read and write there. Each heuristic of DYN Table 2 makes it smaller in its own way, on
//! the strength of cells that nobody in the answer writes. It is closed under the steps of others: after
//! any of them the answer is the same or smaller, so that a condition which holds goes on to hold.

use super::flow::Flow;
use super::footprint::{Access, Footprint, Mode, addressed};
use super::memo::Memo;
use super::{Heuristics, atomic, locks, pointer};
use crate::ir::{Cell, Loc, Op, Reg};
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
    /// For each location what a thread there may ever access, whatever the state.
    ever: Vec<Touched>,
    /// The part of it for which no heuristic can help.
    surely: Vec<Touched>,
    /// For each location those at which another thread will never conflict with the action there.
    apart: Vec<FixedBitSet>,
    /// For each location those of other threads that conflict with its action in any state.
    opposed: Vec<FixedBitSet>,
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
    /// Where its frames return to.
    pub below: Vec<Loc>,
}

/// One other thread's part of the fixpoint.
pub struct Future<'o> {
    pub other: &'o Other,
    pub reach: Reach<'o>,
}

/// Locations that a thread may reach.
pub struct Reach<'o> {
    pub from: Loc,
    /// Where its frames return to.
    pub below: &'o [Loc],
    pub locations: FixedBitSet,
}

/// One thread's part in a state, its data being those of `g`.
#[derive(Clone, Copy)]
pub struct Situation {
    /// The thread that stays.
    pub t: Tid,
    pub g: Global,
}

impl Other {
    /// Where it is, and where its frames return to.
    pub fn starts(&self) -> impl Iterator<Item = Loc> {
        std::iter::once(self.at).chain(self.below.iter().copied())
    }
}

impl Touched {
    fn none(cells: usize) -> Self {
        let empty = FixedBitSet::with_capacity(cells);
        Touched { reads: empty.clone(), writes: empty.clone(), locks: empty }
    }

    fn add(&mut self, other: &Touched) {
        self.reads.union_with(&other.reads);
        self.writes.union_with(&other.writes);
        self.locks.union_with(&other.locks);
    }

    fn note(&mut self, cells: &[Cell], mode: Mode) {
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
        let memo = RefCell::new(Memo::new(&footprints));
        let (ever, surely, apart, opposed) = (vec![], vec![], vec![], vec![]);
        let mut analysis = Analysis { semantics, flow, footprints, heuristics, ever, surely, apart, opposed, memo };
        let locations = || (0..program.locations.len() as u32).map(Loc);
        analysis.ever = locations().map(|l| analysis.touched_ever(l)).collect();
        analysis.surely = locations().map(|l| analysis.touched_surely(l)).collect();
        analysis.apart = locations().map(|l| analysis.locations_apart(l)).collect();
        analysis.opposed = locations().map(|l| analysis.locations_opposed(l)).collect();
        analysis
    }

    fn locations_apart(&self, l: Loc) -> FixedBitSet {
        let meets = |foreign: &Touched| self.footprint(l).accesses.iter().any(|a| self.meets(a, foreign));
        self.ever.iter().enumerate().filter(|(_, foreign)| !meets(foreign)).map(|(at, _)| at).collect()
    }

    fn touched_ever(&self, l: Loc) -> Touched {
        let mut touched = Touched::none(self.semantics.program.cells.len());
        for at in self.flow.reach([l], |_| false).ones() {
            self.footprints[at].accesses.iter().for_each(|a| touched.note(&a.cells, a.mode));
        }
        touched
    }

    /// Where an address depends on what its own thread may change, an access may be to any of its cells.
    fn touched_surely(&self, l: Loc) -> Touched {
        let acquires = |l: Loc| self.footprint(l).lock.as_ref().is_some_and(|o| o.acquires());
        let locations = self.flow.reach([l], |l| self.heuristics.locks && acquires(l));
        let reach = Reach { from: l, below: &[], locations };
        let mut touched = Touched::none(self.semantics.program.cells.len());
        loop {
            let mut more = touched.clone();
            for at in reach.locations.ones() {
                let counts = |a: &&Access| match (&a.mode, &a.address) {
                    (Mode::Cas(_), _) if self.heuristics.atomic => false,
                    (_, Some(address)) => !pointer::is_kept(self, &reach, &touched, Loc(at as u32), address),
                    _ => true,
                };
                self.footprints[at].accesses.iter().filter(counts).for_each(|a| more.note(&a.cells, a.mode));
            }
            if more == touched {
                return touched;
            }
            touched = more;
        }
    }

    pub fn footprint(&self, l: Loc) -> &Footprint {
        &self.footprints[l.0 as usize]
    }

    /// What threads at these places may ever access, whatever the state.
    pub fn ever(&self, l: Loc) -> &Touched {
        &self.ever[l.0 as usize]
    }

    pub fn surely(&self, l: Loc) -> &Touched {
        &self.surely[l.0 as usize]
    }

    fn locations_opposed(&self, l: Loc) -> FixedBitSet {
        let plain = |a: &&Access| a.certain && matches!(a.mode, Mode::Read | Mode::Write);
        let meets = |other: &Touched| {
            let clashes = |a: &Access, c: &Cell| other.may_write(*c) || a.mode == Mode::Write && other.may_touch(*c);
            self.footprint(l).accesses.iter().filter(plain).any(|a| a.cells.iter().all(|c| clashes(a, c)))
        };
        (0..self.surely.len()).filter(|at| meets(&self.surely[*at])).collect()
    }

    /// Whether a thread that is at `other` can do something that conflicts with the action at `l`, whatever
    /// the state.
    pub fn are_opposed(&self, l: Loc, other: Loc) -> bool {
        self.opposed[l.0 as usize].contains(other.0 as usize)
    }

    /// Whether a thread that is at `other` will never conflict with the action at `l`, whatever the state.
    pub fn are_apart(&self, l: Loc, other: Loc) -> bool {
        self.apart[l.0 as usize].contains(other.0 as usize)
    }

    /// Another thread; nothing if it has gone wrong.
    pub fn other(&self, t: Tid, local: LocalStore, stack: Stack) -> Option<Other> {
        let semantics = self.semantics;
        let at = semantics.loc(local)?;
        let mut below = vec![];
        let mut rest = stack;
        while let Some((tail, frame)) = semantics.top(rest) {
            let back = semantics.return_location(frame);
            if !below.contains(&back) {
                below.push(back);
            }
            rest = tail;
        }
        Some(Other { t, local, at, below })
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
            let reach = Reach { from: other.at, below: &other.below, locations: nowhere.clone() };
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
            for access in &self.footprints[at].accesses {
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

    /// Whether these registers keep their values in all of a thread's future, at a location of its
    /// future where they are read.
    pub fn are_kept(&self, reach: &Reach<'_>, registers: &[Reg], at: Loc) -> bool {
        let program = self.semantics.program;
        let shared = program.thread_locals.len() as u32;
        let own = program.location(at).procedure;
        let local = registers.iter().any(|r| r.0 >= shared);
        let runs = program.location(reach.from).procedure;
        if local && (own != runs || self.is_entered_again(reach, own)) {
            return false;
        }
        reach.locations.ones().all(|i| {
            let location = &program.locations[i];
            registers.iter().filter(|r| r.0 < shared || location.procedure == own).all(|r| {
                let in_scope = r.0 < shared || location.in_scope.get(r.0 as usize).copied().unwrap_or(true);
                in_scope && !self.footprints[i].registers.contains(r)
            })
        })
    }

    /// Whether the thread may run an activation of the procedure other than the one it is in.
    fn is_entered_again(&self, reach: &Reach<'_>, procedure: u32) -> bool {
        let program = self.semantics.program;
        let calls = |i: usize| matches!(program.locations[i].op, Op::Call { procedure: p, .. } if p == procedure);
        let below = |l: &Loc| program.location(*l).procedure == procedure;
        reach.locations.ones().any(calls) || reach.below.iter().any(below)
    }
}

impl Touched {
    /// All of these together.
    pub fn all<'t>(parts: impl IntoIterator<Item = &'t Touched>, cells: usize) -> Touched {
        let mut all = Touched::none(cells);
        parts.into_iter().for_each(|t| all.add(t));
        all
    }
}
