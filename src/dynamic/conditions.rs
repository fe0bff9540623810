//! Moving conditions: whether an action is a right or a left mover in this state (DYN Definition 12).
//!
//! An action is one if what it accesses is nothing that another thread may still conflict with. That
//! is DYN's reachability heuristic; the others say better what a thread may still do. Table 2 takes the
//! disjunction of the four conditions; here they make one fixpoint smaller, which holds wherever one of
//! the four does, and also where it takes several of them.

use super::analysis::Analysis;
use super::footprint::Mode;
use super::meeting::Meeting;
use super::touched::{Other, Situation, Touched};
use crate::ir::{Cell, GlobalKind, Value};
use crate::semantics::{Effect, Step, Transitions};
use std::rc::Rc;

/// Which way an action is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Behind what another thread does next.
    Right,
    /// Before what another thread has just done.
    Left,
}

/// What a thread's next action accesses in one state; while no other writes what it reads, it
/// accesses the same in all states that follow.
struct Own {
    transitions: Rc<Transitions>,
    /// What it might access besides, as far as the heuristics can tell.
    reads: Vec<Cell>,
    writes: Vec<Cell>,
    /// Where only compare-and-swap is ruled out: there the action accesses the one cell that it does.
    swapped: Vec<Cell>,
    lock: Option<OwnLock>,
}

/// The action is an operation on this mutex.
struct OwnLock {
    mutex: Cell,
    /// The thread holds it before the action, and after it.
    before: bool,
    after: bool,
}

/// What stands in an action's way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Conflict {
    None,
    /// Another thread's operation on the same mutex.
    Lock,
    Data,
}

impl Analysis<'_> {
    /// c^R or c^L of the thread's next action. It may itself be one of `threads`.
    pub fn moves(&self, direction: Direction, here: Situation, threads: &[Other]) -> bool {
        let known = self.moves_in_all_states(direction, here, threads);
        debug_assert!(known.is_none_or(|known| known == self.moves_from(direction, here, threads)));
        known.unwrap_or_else(|| self.moves_from(direction, here, threads))
    }

    fn moves_in_all_states(&self, direction: Direction, here: Situation, threads: &[Other]) -> Option<bool> {
        match self.meet(here.t, here.at, threads) {
            Meeting::Apart => Some(true),
            Meeting::Opposed => self.has_cells(here).then_some(false),
            Meeting::Locking(mutex) => (!self.may_hold(direction, here, mutex)).then_some(false),
            Meeting::Open => None,
        }
    }

    /// Whether all addresses of the action have cells: otherwise it goes wrong before it does what it does.
    fn has_cells(&self, here: Situation) -> bool {
        let wrong = |step: &Step| matches!(step.effect, Effect::Wrong(_));
        let mut accesses = self.footprint_of(here.t, here.at).accesses.iter();
        accesses.all(|a| a.address.is_none())
            || !self.semantics.transitions(here.t, here.g, here.local).steps.iter().any(wrong)
    }

    /// Whether the thread may hold the mutex before an operation that is to move left, or after one that is
    /// to move right.
    fn may_hold(&self, direction: Direction, here: Situation, mutex: Cell) -> bool {
        let holds = self.semantics.cell(here.g, mutex) == here.t.0 as Value;
        let reentrant =
            matches!(self.semantics.program.global_of(mutex).kind, GlobalKind::Mutex { reentrant: true, .. });
        let gives_back = self.footprint_of(here.t, here.at).lock.is_some_and(|o| !o.after) && !reentrant;
        match direction {
            Direction::Left => holds,
            Direction::Right => !(holds && gives_back),
        }
    }

    fn moves_from(&self, direction: Direction, here: Situation, threads: &[Other]) -> bool {
        let own = self.own(here);
        let exempt = own.lock.as_ref().is_some_and(|l| match direction {
            Direction::Right => l.after,
            Direction::Left => l.before,
        });
        let hinders = |c: Conflict| c == Conflict::Data || c == Conflict::Lock && !exempt;
        let starts = || threads.iter().filter(|o| o.t != here.t).flat_map(|o| o.starts().map(|l| (o.t, l)));
        if !starts().any(|(u, l)| hinders(self.conflict(&own, self.ever(u, l)))) {
            return true;
        }
        if starts().any(|(u, l)| hinders(self.conflict(&own, self.surely(u, l)))) {
            return false;
        }
        self.heuristics.any() && !hinders(self.conflict(&own, &self.foreign(here, threads)))
    }

    fn own(&self, here: Situation) -> Own {
        let transitions = self.semantics.transitions(here.t, here.g, here.local);
        let own = Own {
            lock: self.own_lock(here, &transitions),
            transitions,
            reads: vec![],
            writes: vec![],
            swapped: vec![],
        };
        self.with_what_heuristics_rule_out(here, own)
    }

    fn own_lock(&self, here: Situation, transitions: &Transitions) -> Option<OwnLock> {
        let access = self.footprint_of(here.t, here.at).lock_access()?;
        let mutex = match &access.address {
            None => *access.cells.first()?,
            Some(address) => self.semantics.slot(here.t, here.g, here.local, &address.place)?.cell()?,
        };
        let holds = |g| self.semantics.cell(g, mutex) == here.t.0 as i32;
        let after = transitions.steps.iter().all(|s| holds(s.global));
        Some(OwnLock { mutex, before: holds(here.g), after })
    }

    /// Where a heuristic is not asked for, also what the action might access as far as one can tell without
    /// looking at addresses, and at whether a compare-and-swap writes.
    fn with_what_heuristics_rule_out(&self, here: Situation, mut own: Own) -> Own {
        if self.heuristics.pointer && self.heuristics.atomic {
            return own;
        }
        for access in &self.footprint_of(here.t, here.at).accesses {
            let place = access.address.as_ref().filter(|_| self.heuristics.pointer).map(|a| &a.place);
            let cell = place.and_then(|p| self.semantics.slot(here.t, here.g, here.local, p)?.cell());
            let cells = cell.as_ref().map_or(&access.cells[..], std::slice::from_ref);
            let unknown = access.address.is_some() && cell.is_none() && !self.heuristics.pointer;
            let swaps = || access.cells.iter().any(|c| own.transitions.accesses.writes.contains(c));
            match access.mode {
                Mode::Read if unknown && self.heuristics.atomic => own.swapped.extend(cells),
                Mode::Cas(_) if unknown && self.heuristics.atomic && !swaps() => own.swapped.extend(cells),
                Mode::Cas(_) if !self.heuristics.atomic || unknown => own.writes.extend(cells),
                Mode::Write if unknown => own.writes.extend(cells),
                Mode::Read if unknown => own.reads.extend(cells),
                _ => {}
            }
        }
        own
    }

    fn conflict(&self, own: &Own, foreign: &Touched) -> Conflict {
        let read = |c: &Cell| self.meets_read(*c, foreign);
        let written = |c: &Cell| self.meets_write(*c, foreign);
        let accesses = &own.transitions.accesses;
        let data = |c: &&Cell| own.lock.as_ref().is_none_or(|l| self.mutex_of(**c) != l.mutex);
        let looks = accesses.looks.iter().chain(&accesses.predicates);
        let mut reads = accesses.reads.iter().filter(data).chain(looks).chain(&own.reads);
        let stored = |c: &Cell| foreign.may_store(*c) || foreign.may_lock(self.mutex_of(*c));
        let mut writes = accesses.writes.iter().filter(data).chain(&own.writes);
        let looked_at = own.lock.as_ref().is_some_and(|l| foreign.may_touch(l.mutex));
        if looked_at || reads.any(read) || writes.any(written) || own.swapped.iter().any(stored) {
            Conflict::Data
        } else if own.lock.as_ref().is_some_and(|l| foreign.may_lock(l.mutex)) {
            Conflict::Lock
        } else {
            Conflict::None
        }
    }
}
