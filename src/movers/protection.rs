//! The locks that protect each variable, and the movers that follow from them (FQ 4.1, 5, 6).
//!
//! A [`Protection`] is a set of assumptions about every reachable access. An engine explores under
//! one, lets another [`observe`](Protection::observe) the accesses it meets, and starts again from
//! that one if they disagree. In the run where they agree no access breaks an assumption. Such a
//! run is a sound reduction of the program in which breaking one goes wrong (FQ Theorem 4.1 with
//! condition C4), so no reachable access does: what is left is exactly the set of locks held at
//! every reachable access, whatever the order in which it was found.

mod observed;
mod seen;

use super::order::{Condition, Kind, Order, Ordered};
use super::{Moves, Reachable};
use crate::ir::{self, Cell, GlobalKind, Program, Value};
use crate::semantics::{LocalStore, Semantics, Transitions};
use moverlog_rules::{Global, Inference, Tid};
use seen::{Accessors, Seen};

/// How a variable's cell is used, as far as movers depend on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Use<Locks = Vec<Cell>> {
    /// Nobody writes it.
    Constant,
    /// One thread alone accesses it.
    Sole(Tid),
    /// Its predicate `exclusive(e)` says when.
    Exclusive,
    /// Several threads access it, always holding these locks (owner cells); no lock: unprotected.
    Shared(Locks),
    /// Several threads access it without common lock: some accesses never meet one with which they do not commute,
    /// for others locks are held. Flags order them.
    Ordered(Ordered, Vec<Cell>),
    /// Several threads access it without common lock, and to wait for a value of it is a right mover: it is set once,
    /// or that value is all that the others store.
    Awaited,
    /// A mutex that only lock operations touch.
    Lock,
    /// A mutex whose owner expressions look at.
    ExposedLock,
}

impl<Locks> Use<Locks> {
    /// Whether some access moves because of the order in which there are others.
    pub fn is_ordered(&self) -> bool {
        matches!(self, Use::Ordered(..) | Use::Awaited)
    }
}

#[derive(Clone, Debug)]
pub struct Protection {
    seen: Vec<Seen>,
    /// For each cell of a mutex its owner cell; nothing for data.
    owner: Vec<Option<Cell>>,
    /// Declared `guarded_by(..)` or `exclusive(e)`.
    declared: Vec<bool>,
    /// Declared `guarded_by()`.
    unprotected: Vec<bool>,
    /// Declared `exclusive(e)`: the cells of each such variable.
    exclusive: Vec<Vec<Cell>>,
    /// All mutexes, by owner cell.
    locks: Vec<Cell>,
    /// Locks alone protect, whoever accesses the variable.
    mutexes_alone: bool,
    /// Groups of interchangeable threads: what one of them accesses, the others do.
    interchangeable: Vec<Vec<Tid>>,
    /// Where no lock protects, the order of accesses is looked at.
    order: Option<Box<Order>>,
}

impl Protection {
    /// Before any access has been seen: what the source says, and otherwise the strongest assumption.
    pub fn initial(program: &Program) -> Self {
        let n = program.cells.len();
        let unseen =
            Seen { accessors: Accessors::Nobody, written: false, locks: None, exposed: false, intruded: false };
        let mut p = Protection {
            seen: vec![unseen; n],
            owner: vec![None; n],
            declared: vec![false; n],
            unprotected: vec![false; n],
            exclusive: vec![],
            locks: vec![],
            mutexes_alone: false,
            interchangeable: program.interchangeable.clone(),
            order: Order::of_starts(program).map(Box::new),
        };
        for global in &program.globals {
            for element in global.elements() {
                p.declare(program, global, element);
            }
            if let ir::Protection::Exclusive(..) = global.protection {
                p.exclusive.push(global.elements().collect());
            }
        }
        p
    }

    /// As inference by a ruleset starts; from Mz = MutexVar and nothing else where it says so (FQ Theorem 6.1).
    pub fn inferred_by(program: &Program, inference: Option<Inference>) -> Self {
        let mutexes_alone = inference.is_some_and(|i| i.mutexes_alone);
        let initial = Protection::initial(program);
        let order = initial.order.clone().filter(|_| inference.is_none());
        Protection { mutexes_alone, order, ..initial }
    }

    /// Before any access has been seen; where no lock protects a variable, the order of its accesses may.
    pub fn ordered(program: &Program) -> Self {
        Protection { order: Order::of(program, None).map(Box::new), ..Protection::initial(program) }
    }

    /// The same where one thing less is asked of flags, which misses errors.
    pub fn ordered_without(program: &Program, condition: Condition) -> Self {
        Protection { order: Order::of(program, Some(condition)).map(Box::new), ..Protection::initial(program) }
    }

    /// What all reachable accesses leave of these assumptions.
    pub fn over(mut self, semantics: &Semantics<'_>, reachable: &Reachable) -> Self {
        loop {
            let before = self.clone();
            for &(t, g, l) in reachable.nodes() {
                self.observe(semantics, t, g, &semantics.transitions(t, g, l));
            }
            if self.agrees_with(&before) {
                return self;
            }
        }
    }

    fn declare(&mut self, program: &Program, global: &ir::GlobalVariable, element: Cell) {
        if let GlobalKind::Mutex { .. } = global.kind {
            self.locks.push(element);
            for part in 0..global.stride() {
                self.owner[(element.0 + part) as usize] = Some(element);
            }
        }
        self.declared[element.0 as usize] = !matches!(global.protection, ir::Protection::Inferred);
        if let ir::Protection::GuardedBy(guards) = &global.protection {
            let mut locks: Vec<Cell> = guards.iter().map(|g| program.mutex_of(element, g)).collect();
            locks.sort_unstable();
            self.unprotected[element.0 as usize] = locks.is_empty();
            self.seen[element.0 as usize].locks = Some(locks);
        }
    }

    /// Believing what `guarded_by` and `exclusive` say, whatever the accesses were.
    pub(crate) fn believing(mut self, program: &Program) -> Self {
        for (seen, said) in self.seen.iter_mut().zip(Protection::initial(program).seen) {
            seen.locks = said.locks.or(seen.locks.take());
            seen.intruded = false;
        }
        self
    }

    /// How each cell is used under these assumptions.
    pub fn use_of(&self, cell: Cell) -> Use {
        match self.usage(cell) {
            Use::Constant => Use::Constant,
            Use::Sole(t) => Use::Sole(t),
            Use::Exclusive => Use::Exclusive,
            Use::Shared([]) => match (&self.order, self.view(cell)) {
                (Some(order), Some(ordered)) => {
                    let flags = order.flags_of(&ordered);
                    Use::Ordered(ordered, flags)
                }
                _ => Use::Shared(vec![]),
            },
            Use::Shared(locks) => Use::Shared(locks.to_vec()),
            Use::Ordered(ordered, flags) => Use::Ordered(ordered, flags),
            Use::Awaited => Use::Awaited,
            Use::Lock => Use::Lock,
            Use::ExposedLock => Use::ExposedLock,
        }
    }

    /// The same, to be told: also where it is waited for alone.
    pub fn told_use(&self, cell: Cell) -> Use {
        let awaited = self.is_bare(cell) && self.order.as_ref().is_some_and(|order| order.lets_pass(cell));
        Some(self.use_of(cell)).filter(|used| !awaited || used.is_ordered()).unwrap_or(Use::Awaited)
    }

    fn usage(&self, cell: Cell) -> Use<&[Cell]> {
        let at = cell.0 as usize;
        let seen = &self.seen[at];
        match (self.owner[at], seen.accessors) {
            (Some(owner), _) if self.seen[owner.0 as usize].exposed => Use::ExposedLock,
            (Some(_), _) => Use::Lock,
            (None, _) if self.unprotected[at] => Use::Shared(&[]),
            (None, _) if self.mutexes_alone && self.is_exclusive(cell) => Use::Exclusive,
            (None, _) if self.mutexes_alone => Use::Shared(self.protecting_set(cell)),
            (None, _) if !seen.written => Use::Constant,
            (None, Accessors::One(t)) => Use::Sole(t),
            (None, _) if self.is_exclusive(cell) => Use::Exclusive,
            (None, _) => Use::Shared(seen.locks.as_deref().unwrap_or_default()),
        }
    }

    /// The order of accesses to a cell that no lock protects, as far as movers depend on it.
    fn view(&self, cell: Cell) -> Option<Ordered> {
        self.order.as_ref().filter(|_| self.is_bare(cell)).and_then(|order| order.view(cell))
    }

    /// Several threads access it, and no lock protects it.
    fn is_bare(&self, cell: Cell) -> bool {
        !self.declared[cell.0 as usize] && self.usage(cell) == Use::Shared(&[])
    }

    /// M_z where it is inferred and not declared: all locks before the first access.
    pub fn inferred_locks(&self, cell: Cell) -> &[Cell] {
        let at = cell.0 as usize;
        if self.declared[at] { &[] } else { self.protecting_set(cell) }
    }

    /// M_z, inferred or `guarded_by`; all locks before the first access.
    pub fn protecting_set(&self, cell: Cell) -> &[Cell] {
        self.seen[cell.0 as usize].locks.as_deref().unwrap_or(&self.locks)
    }

    /// Takes a lock out of M_z.
    pub fn remove(&mut self, cell: Cell, m: Cell) {
        let kept = self.inferred_locks(cell).iter().copied().filter(|k| *k != m).collect();
        self.seen[cell.0 as usize].locks = Some(kept);
    }

    fn intruded(&self, cell: Cell) -> bool {
        self.seen[cell.0 as usize].intruded
    }

    fn is_exclusive(&self, cell: Cell) -> bool {
        !self.intruded(cell) && self.exclusive.iter().any(|cells| cells.contains(&cell))
    }

    /// Whether movers are the same under both: no access has broken an assumption.
    pub fn agrees_with(&self, other: &Protection) -> bool {
        let uses = |c| self.usage(c) == other.usage(c) && self.intruded(c) == other.intruded(c);
        let same = |c| uses(c) && self.view(c) == other.view(c);
        let flags = self.order.as_ref().zip(other.order.as_ref()).is_none_or(|(a, b)| a.agrees_with(b));
        flags && (0..self.seen.len() as u32).map(Cell).all(same)
    }

    /// E(t, x) in store `g`: nobody but `t` can access the cell.
    pub(crate) fn exclusive(&self, semantics: &Semantics<'_>, t: Tid, cell: Cell, g: Global) -> bool {
        let holds = |m: Cell| semantics.cell(g, m) == t.0 as Value;
        match self.usage(cell) {
            Use::Constant => true,
            Use::Sole(owner) => owner == t,
            Use::Shared(locks) => !locks.is_empty() && locks.iter().all(|m| holds(*m)),
            Use::Exclusive => semantics.has_exclusive_access(t, cell, g),
            Use::Lock => holds(self.owner[cell.0 as usize].expect("a lock has an owner cell")),
            Use::Ordered(..) | Use::Awaited | Use::ExposedLock => false,
        }
    }

    /// Right mover: s' in E(t, l); left mover: s in E(t, l) (FQ 4.2). An action with several outcomes
    /// moves as a whole: property 2 of CPC 3 speaks of all that a thread can do at a node.
    pub(super) fn moves(
        &self,
        semantics: &Semantics<'_>,
        (t, g, l): (Tid, Global, LocalStore),
        transitions: &Transitions,
    ) -> Vec<Moves> {
        let one = |c, g| self.exclusive(semantics, t, c, g) || self.is_ordered(semantics, (t, c, g), transitions);
        let exclusive = |g| self.depended_on(transitions).all(|c| one(c, g));
        let left = exclusive(g);
        let starts = |c| self.order.as_ref().is_some_and(|order| order.starts(t, c));
        let early = left || self.depended_on(transitions).all(|c| one(c, g) || starts(c));
        let passes = || self.order.as_ref().is_some_and(|order| order.passes(semantics, (t, g, l), transitions));
        let right =
            transitions.steps.iter().all(|s| if s.global == g { left } else { exclusive(s.global) }) || passes();
        vec![Moves { right, left: early }; transitions.steps.len()]
    }

    /// Whether this access to a cell that no lock protects meets none with which it does not commute.
    fn is_ordered(&self, semantics: &Semantics<'_>, (t, c, g): (Tid, Cell, Global), transitions: &Transitions) -> bool {
        let by = |order: &Order| order.exclusive(semantics, (t, Kind::of(transitions, c)), c, g);
        self.is_bare(c) && self.order.as_deref().is_some_and(by)
    }

    /// The cells that an action accesses, and those of a predicate in which one cannot trust.
    fn depended_on<'t>(&self, transitions: &'t Transitions) -> impl Iterator<Item = Cell> + use<'t> {
        let accesses = &transitions.accesses;
        let untrusted = accesses.held.keys().any(|c| self.intruded(*c));
        accesses.cells().chain(accesses.predicates.iter().copied().filter(move |_| untrusted))
    }
}
