//! What the rows of Table 2 ask of control-flow graphs: who conflicts with an action, from where, and who
//! may change what a pointer points to.

use super::formula::{Formula, Pointee, Test};
use crate::dynamic::analysis::Analysis;
use crate::dynamic::clash::clashes;
use crate::dynamic::footprint::{Access, Address, Mode};
use crate::dynamic::reach::{are_local, is_shared};
use crate::dynamic::statics::{Held, exclude_each_other, held};
use crate::ir::{Cell, Loc, Op, PlaceKind, Reg};
use fixedbitset::FixedBitSet;
use moverlog_rules::Tid;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

pub(super) struct Ground<'f, 'a> {
    pub(super) analysis: &'f Analysis<'a>,
    /// For each thread the locations that it may reach.
    reached: Vec<Rc<FixedBitSet>>,
    /// For each procedure whether it may be called while it runs.
    recursive: Vec<bool>,
    /// The mutexes that are held for sure, if the heuristic is asked for.
    held: Option<Held>,
    leading: RefCell<FxHashMap<(FixedBitSet, FixedBitSet), Rc<FixedBitSet>>>,
}

/// An access of another thread that is in conflict with one of an action (DYN Table 2, `Conflict`).
pub(super) struct Conflict<'f> {
    pub(super) u: Tid,
    pub(super) at: Loc,
    pub(super) foreign: &'f Access,
    /// Both actions are operations on a mutex.
    pub(super) lock: bool,
}

impl<'f, 'a> Ground<'f, 'a> {
    pub(super) fn new(analysis: &'f Analysis<'a>) -> Self {
        let (flow, program) = (&analysis.flow, analysis.semantics.program);
        let entry = |p: u32| program.procedures[p as usize].entry;
        let mut from: FxHashMap<u32, Rc<FixedBitSet>> = FxHashMap::default();
        let mut reach = |p: u32| from.entry(p).or_insert_with(|| Rc::new(flow.reach([entry(p)], |_| false))).clone();
        let reached: Vec<_> = program.threads.iter().map(|t| reach(t.procedure)).collect();
        let calls = |l: usize, p: u32| matches!(program.locations[l].op, Op::Call { procedure, .. } if procedure == p);
        let mut recursive = |p: u32| reach(p).ones().any(|l| calls(l, p));
        let recursive = (0..program.procedures.len() as u32).map(&mut recursive).collect();
        let held = analysis.heuristics.locks.then(|| held(analysis));
        Ground { analysis, reached, recursive, held, leading: RefCell::default() }
    }

    pub(super) fn others(&self, t: Tid) -> impl Iterator<Item = Tid> + use<> {
        (1..=self.reached.len() as u32).map(Tid).filter(move |u| *u != t)
    }

    pub(super) fn reached(&self, t: Tid) -> impl Iterator<Item = Loc> {
        self.reached[t.0 as usize - 1].ones().map(|l| Loc(l as u32))
    }

    /// For each access of an action what stands in its way.
    pub(super) fn conflicts(&self, t: Tid, l: Loc) -> Vec<(&'f Access, Vec<Conflict<'f>>)> {
        let analysis = self.analysis;
        let own = analysis.footprint_of(t, l);
        let mut found: Vec<(&Access, Vec<Conflict<'_>>)> = own.accesses.iter().map(|a| (a, vec![])).collect();
        for u in self.others(t) {
            for at in self.reached(u).filter(|at| !self.exclude_each_other(l, *at)) {
                for clash in clashes(own, analysis.footprint_of(u, at)) {
                    let of = found.iter_mut().find(|(a, _)| std::ptr::eq(*a, clash.own));
                    let conflict = Conflict { u, at, foreign: clash.foreign, lock: clash.lock };
                    of.expect("it is an access of the action").1.push(conflict);
                }
            }
        }
        found
    }

    /// That a thread is at none of these locations.
    pub(super) fn far(&self, t: Tid, locations: Rc<FixedBitSet>) -> Formula {
        if self.reached[t.0 as usize - 1].is_disjoint(&locations) {
            Formula::True
        } else if self.is_everywhere(t, &locations) {
            Formula::False
        } else {
            Formula::Test(Test::Far(t, locations))
        }
    }

    /// The locations from which there is a way to one of `targets`, past none of `stops`.
    pub(super) fn leading(
        &self,
        targets: impl Iterator<Item = Loc>,
        stops: impl Iterator<Item = Loc>,
    ) -> Rc<FixedBitSet> {
        let key = (self.set(targets), self.set(stops));
        if let Some(known) = self.leading.borrow().get(&key) {
            return known.clone();
        }
        let found = Rc::new(self.analysis.flow.leading(&key.0, |l| key.1.contains(l.0 as usize)));
        self.leading.borrow_mut().insert(key, found.clone());
        found
    }

    fn set(&self, locations: impl Iterator<Item = Loc>) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(self.analysis.footprints.len());
        locations.for_each(|l| set.insert(l.0 as usize));
        set
    }

    /// Whether a thread is there wherever it is in the procedure with which it started.
    fn is_everywhere(&self, t: Tid, at: &FixedBitSet) -> bool {
        let program = self.analysis.semantics.program;
        let own = program.threads[t.0 as usize - 1].procedure;
        let mut outermost = self.reached(t).filter(|l| program.location(*l).procedure == own);
        outermost.all(|l| at.contains(l.0 as usize))
    }

    /// Whether threads there hold the same mutex for sure.
    fn exclude_each_other(&self, l: Loc, at: Loc) -> bool {
        self.held.as_ref().is_some_and(|held| exclude_each_other(held, l, at))
    }

    /// The global to which the mutexes of an access belong; nothing if a pointer says which.
    pub(super) fn family(&self, access: &Access) -> Option<Cell> {
        let pointed = access.address.as_ref().is_some_and(|a| matches!(a.place.kind, PlaceKind::Deref { .. }));
        let global = self.analysis.semantics.program.global_of(*access.cells.first()?);
        if pointed { None } else { Some(global.base) }
    }

    /// What an action's own access is to in the state in which it begins; nothing if the action might change that.
    pub(super) fn own(&self, t: Tid, l: Loc, access: &Access) -> Option<Pointee> {
        let changes = |address: &Address| self.analysis.footprint_of(t, l).changes(address);
        if access.address.as_ref().is_some_and(changes) { None } else { self.pointee(t, l, access) }
    }

    /// What an access of another thread is to, if that can be said without knowing in which activation.
    pub(super) fn foreign(&self, u: Tid, at: Loc, access: &Access) -> Option<Pointee> {
        let program = self.analysis.semantics.program;
        let several =
            |a: &Address| are_local(program, &a.registers) && self.recursive[program.location(at).procedure as usize];
        if access.address.as_ref().is_some_and(several) { None } else { self.pointee(u, at, access) }
    }

    fn pointee(&self, t: Tid, l: Loc, access: &Access) -> Option<Pointee> {
        let program = self.analysis.semantics.program;
        match (&access.address, &access.cells[..]) {
            (Some(a), _) => {
                let procedure = are_local(program, &a.registers).then(|| program.location(l).procedure);
                Some(Pointee::Place { t, procedure, place: a.place.clone() })
            }
            (None, [cell]) => Some(Pointee::Cell(*cell)),
            _ => None,
        }
    }

    /// A test of what an access of `u` is to, where that stays as it is as long as `u` can come to it.
    ///
    /// DIVERGENCE: the paper's pointers stay in scope for ever, and the test is asked for even where the access can no
    /// longer be reached. Our registers are reset where they go out of scope.
    pub(super) fn kept(&self, t: Tid, (u, at): (Tid, Loc), access: &Access, test: Test) -> Formula {
        let back = self.leading(std::iter::once(at), std::iter::empty());
        let changes = |k: Tid, l: Loc| {
            let Some(address) = &access.address else { return false };
            self.writes(k, l, &address.reads) || k == u && self.changes(&address.registers, at, l, &back)
        };
        let far = |k: Tid| {
            let changing = self.reached(k).filter(|l| changes(k, *l));
            self.far(k, self.leading(changing, std::iter::empty()))
        };
        let stays = Formula::all(self.others(t).map(far).chain([Formula::Test(test)]));
        Formula::any([self.far(u, back.clone()), stays])
    }

    fn writes(&self, k: Tid, l: Loc, cells: &[Cell]) -> bool {
        let mut written = self.analysis.footprint_of(k, l).accesses.iter().filter(|a| a.mode != Mode::Read);
        written.any(|a| a.cells.iter().any(|c| cells.contains(c)))
    }

    /// Whether a thread there may change registers that are read at `at`. Those of an activation matter where it goes
    /// `back` to that location; a return leads to wherever the frame says.
    fn changes(&self, registers: &[Reg], at: Loc, l: Loc, back: &FixedBitSet) -> bool {
        let program = self.analysis.semantics.program;
        let (own, location) = (program.location(at).procedure, program.location(l));
        let changed = |r: &Reg| self.analysis.footprint(l).registers.contains(r);
        let lost = |r: &Reg| location.in_scope.get(r.0 as usize) == Some(&false);
        let enters = matches!(location.op, Op::Call { procedure, .. } if procedure == own);
        let returns = matches!(location.op, Op::Return { .. } | Op::End);
        registers.iter().any(|r| match is_shared(program, *r) {
            true => changed(r) || returns && self.receives(*r, None, location.procedure),
            false => {
                let here = location.procedure == own && (changed(r) || lost(r));
                back.contains(l.0 as usize) && (here || enters)
                    || returns && self.receives(*r, Some(own), location.procedure)
            }
        })
    }

    /// Whether some call of a procedure, in `caller` if that is given, has its result put there.
    fn receives(&self, r: Reg, caller: Option<u32>, callee: u32) -> bool {
        let to = |op: &Op| match op {
            Op::Call { procedure, result, .. } if *procedure == callee => *result,
            _ => None,
        };
        let locations = &self.analysis.semantics.program.locations;
        locations.iter().any(|l| caller.is_none_or(|p| l.procedure == p) && to(&l.op) == Some(r))
    }
}
