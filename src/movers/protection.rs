//! The locks that protect each variable, and the movers that follow from them (FQ 4.1, 5, 6).
//!
//! A [`Protection`] is a set of assumptions about every reachable access. An engine explores under
//! one, lets another [`observe`](Protection::observe) the accesses it meets, and starts again from
//! that one if they disagree. In the run where they agree no access breaks an assumption. Such a
//! run is a sound reduction of the program in which breaking one goes wrong (FQ Theorem 4.1 with
//! condition C4), so no reachable access does: what is left is exactly the set of locks held at
//! every reachable access, whatever the order in which it was found.

use super::order::{Condition, Kind, Order, Ordered};
use super::{Moves, Reachable};
use crate::ir::{self, Cell, GlobalKind, Program, Value};
use crate::semantics::{LocalStore, Semantics, Transitions};
use moverlog_rules::{Global, Inference, Tid};

/// What is known of the accesses to one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    accessors: Accessors,
    written: bool,
    /// M_z: owner cells of the locks held at every access; nothing before the first.
    locks: Option<Vec<Cell>>,
    /// An expression looked at this mutex while another thread could change it.
    exposed: bool,
    /// A thread accesses it without its declared predicate, or another thread gives or takes that away.
    intruded: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Accessors {
    Nobody,
    One(Tid),
    Several,
}

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
    /// A mutex that only lock operations touch.
    Lock,
    /// A mutex whose owner expressions look at.
    ExposedLock,
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
    order: Option<Order>,
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
            order: None,
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
        Protection { mutexes_alone, ..Protection::initial(program) }
    }

    /// Before any access has been seen; where no lock protects a variable, the order of its accesses may.
    pub fn ordered(program: &Program) -> Self {
        Protection { order: Order::of(program, None), ..Protection::initial(program) }
    }

    /// The same where one thing less is asked of flags, which misses errors.
    pub fn ordered_without(program: &Program, condition: Condition) -> Self {
        Protection { order: Order::of(program, Some(condition)), ..Protection::initial(program) }
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
            Use::Lock => Use::Lock,
            Use::ExposedLock => Use::ExposedLock,
        }
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
            Use::Ordered(..) => false,
            Use::Lock => holds(self.owner[cell.0 as usize].expect("a lock has an owner cell")),
            Use::ExposedLock => false,
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
        let passes = || self.order.as_ref().is_some_and(|order| order.passes(semantics, (t, g, l), transitions));
        let right =
            transitions.steps.iter().all(|s| if s.global == g { left } else { exclusive(s.global) }) || passes();
        vec![Moves { right, left }; transitions.steps.len()]
    }

    /// Whether this access to a cell that no lock protects meets none with which it does not commute.
    fn is_ordered(&self, semantics: &Semantics<'_>, (t, c, g): (Tid, Cell, Global), transitions: &Transitions) -> bool {
        let by = |order: &Order| order.exclusive(semantics, (t, Kind::of(transitions, c)), c, g);
        self.is_bare(c) && self.order.as_ref().is_some_and(by)
    }

    /// The cells that an action accesses, and those of a predicate in which one cannot trust.
    fn depended_on<'t>(&self, transitions: &'t Transitions) -> impl Iterator<Item = Cell> + use<'t> {
        let accesses = &transitions.accesses;
        let untrusted = accesses.held.keys().any(|c| self.intruded(*c));
        accesses.cells().chain(accesses.predicates.iter().copied().filter(move |_| untrusted))
    }

    /// Takes note of what thread `t` accesses at global store `g`, whether or not it can move there
    /// (FQ rule (access) without its premise of enabledness). It holds the locks that it holds before
    /// the action, and those that the action has acquired by the time of the access. Whether some cell is
    /// used otherwise than was known, so that movers may differ; that never comes back.
    pub fn observe(&mut self, semantics: &Semantics<'_>, t: Tid, g: Global, transitions: &Transitions) -> bool {
        let me = t.0 as Value;
        let mut news = false;
        for (cell, held) in &transitions.accesses.held {
            let holds = |m: Cell| semantics.cell(g, m) == me || held.contains(&m);
            let kind = Kind::of(transitions, *cell);
            news |= self.note(*cell, t, kind != Kind::Read, holds)
                | self.note_order(semantics, (t, kind), (*cell, g), holds);
        }
        for u in self.alike(t) {
            news |= self.order.as_mut().is_some_and(|order| order.note_flags(semantics, u, g, transitions));
        }
        news |= self.observe_reads_of_predicates(semantics, t, g, transitions);
        for m in &transitions.accesses.looks {
            news |= semantics.cell(g, *m) != me && self.expose(*m);
        }
        for i in 0..self.exclusive.len() {
            news |= self.observe_predicate(semantics, t, g, transitions, i);
        }
        news
    }

    /// Whoever accesses a variable depends on its predicate.
    fn observe_reads_of_predicates(
        &mut self,
        semantics: &Semantics<'_>,
        t: Tid,
        g: Global,
        transitions: &Transitions,
    ) -> bool {
        let mine = |m: Cell| semantics.cell(g, m) == t.0 as Value;
        let mut news = false;
        for c in &transitions.accesses.predicates {
            news |= match self.owner[c.0 as usize] {
                Some(m) => !mine(m) && self.expose(m),
                None => self.note(*c, t, false, mine) | self.intrudes(semantics, t, *c, g),
            }
        }
        news
    }

    /// Takes note of a read of this cell where it is to be exclusive to somebody; whether that is new.
    fn intrudes(&mut self, semantics: &Semantics<'_>, t: Tid, c: Cell, g: Global) -> bool {
        let group = self.exclusive.iter().find(|cells| cells.contains(&c));
        let Some(cells) = group.filter(|_| !semantics.has_exclusive_access(t, c, g)) else { return false };
        let news = !self.intruded(c);
        cells.iter().for_each(|c| self.seen[c.0 as usize].intruded = true);
        news
    }

    fn note(&mut self, cell: Cell, t: Tid, written: bool, holds: impl Fn(Cell) -> bool) -> bool {
        let at = cell.0 as usize;
        if self.seen[at].covers(t, written, &holds) {
            return false;
        }
        let before = self.use_of(cell);
        let alone = self.alike(t).len() == 1;
        self.seen[at].note((t, alone), written, holds, &self.locks);
        before != self.use_of(cell)
    }

    /// The threads that make the accesses of `t`, under some name: those of its group.
    fn alike(&self, t: Tid) -> Vec<Tid> {
        self.interchangeable.iter().find(|group| group.contains(&t)).cloned().unwrap_or_else(|| vec![t])
    }

    /// Takes note of the access where no lock protects the cell; whether movers may differ.
    fn note_order(
        &mut self,
        semantics: &Semantics<'_>,
        (t, kind): (Tid, Kind),
        (cell, g): (Cell, Global),
        holds: impl Fn(Cell) -> bool,
    ) -> bool {
        if self.order.is_none() || !self.is_bare(cell) {
            return false;
        }
        let (before, alike) = (self.view(cell), self.alike(t));
        let held: Vec<Cell> = self.locks.iter().copied().filter(|m| holds(*m)).collect();
        let order = self.order.as_mut().expect("it is looked at");
        let new = order.bare(cell);
        // Who of a group is alone is known when the accesses of all of it are.
        for t in alike.iter().chain(&alike) {
            order.note(semantics, (*t, kind), (cell, g), &held);
        }
        new || before != self.view(cell)
    }

    fn expose(&mut self, m: Cell) -> bool {
        !std::mem::replace(&mut self.seen[m.0 as usize].exposed, true)
    }

    /// FQ 4.1: two threads never have exclusive access at once (i), and a step of `t` neither gives it
    /// to another thread nor takes it away (ii). Nobody accesses the variable without: FQ lets actions do
    /// so that are safe, over all stores; of those we see but some.
    fn observe_predicate(
        &mut self,
        semantics: &Semantics<'_>,
        t: Tid,
        g: Global,
        transitions: &Transitions,
        i: usize,
    ) -> bool {
        let x = self.exclusive[i][0];
        let has = |u, g| semantics.has_exclusive_access(u, x, g);
        let several = |g| semantics.tids().filter(|u| has(*u, g)).count() > 1;
        let changes = |g2| semantics.tids().any(|u| u != t && has(u, g) != has(u, g2));
        let broken = transitions.steps.iter().any(|s| s.global != g && (several(s.global) || changes(s.global)));
        let touched = self.exclusive[i].iter().any(|c| transitions.accesses.held.contains_key(c));
        let intruded = broken || several(g) || touched && !has(t, g);
        let news = intruded && !self.intruded(x);
        if news {
            self.exclusive[i].iter().for_each(|c| self.seen[c.0 as usize].intruded = true);
        }
        news
    }
}

impl Seen {
    /// Whether an access tells nothing new.
    fn covers(&self, t: Tid, written: bool, holds: impl Fn(Cell) -> bool) -> bool {
        let known = self.accessors == Accessors::Several || self.accessors == Accessors::One(t);
        known && self.written >= written && self.locks.as_ref().is_some_and(|l| l.iter().all(|m| holds(*m)))
    }

    fn note(&mut self, (t, alone): (Tid, bool), written: bool, holds: impl Fn(Cell) -> bool, all: &[Cell]) {
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
