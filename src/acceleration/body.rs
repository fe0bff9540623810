//! One round of a loop, step by step, as far as it does nothing but add.

use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What excludes others from an addition: that it is one step, or a mutex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Guard {
    Step,
    Mutex(Cell),
}

/// What a value began as in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Zero,
    Register(Reg),
    /// As it was read in this step of the round.
    Cell(Cell, usize),
}

/// That, and what was added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum {
    origin: Origin,
    by: Value,
}

/// What is known on the way through a round.
#[derive(Default)]
pub(super) struct Body {
    pub(super) path: Vec<Loc>,
    registers: BTreeMap<Reg, Sum>,
    /// The mutex that it has, and in which step it was taken.
    held: Option<(Cell, usize)>,
    /// What it takes and gives back.
    pub(super) mutexes: BTreeSet<Cell>,
    /// Where each variable is stored, by how much it grows, and what excludes others.
    pub(super) adds: BTreeMap<Cell, (Loc, Value, Guard)>,
}

/// Longer rounds are left as they are.
const LONGEST: usize = 64;

impl Body {
    /// The steps from here back to the head, if that is what they do.
    pub(super) fn between(program: &Program, first: Loc, head: Loc) -> Option<Body> {
        let (mut body, mut at) = (Body::default(), first);
        while at != head {
            if body.path.len() == LONGEST || body.path.contains(&at) {
                return None;
            }
            body.path.push(at);
            at = body.step(at, &program.location(at).op)?;
        }
        body.held.is_none().then_some(body)
    }

    /// Whether a round adds 1 to this register, in its last step.
    pub(super) fn counts(&self, program: &Program, i: Reg) -> bool {
        let stores = |loc: &&Loc| {
            matches!(&program.location(**loc).op,
            Op::Do { action: Action::Assign { place, .. }, .. } if place.kind == PlaceKind::Reg(i))
        };
        let by_one = self.registers.get(&i) == Some(&Sum { origin: Origin::Register(i), by: 1 });
        by_one && self.path.iter().filter(stores).eq(self.path.last())
    }

    /// The registers that it sets.
    pub(super) fn sets(&self) -> impl Iterator<Item = Reg> {
        self.registers.keys().copied()
    }

    /// Where it goes on.
    fn step(&mut self, at: Loc, op: &Op) -> Option<Loc> {
        match op {
            Op::Skip { next } => Some(*next),
            Op::Do { action: Action::Acquire(mutex), next } if !mutex.reentrant && self.held.is_none() => {
                let mutex = cell(&mutex.place)?;
                self.held = Some((mutex, self.path.len()));
                self.mutexes.insert(mutex);
                Some(*next)
            }
            Op::Do { action: Action::Release(mutex), next } => self.release(mutex, *next),
            Op::Atomic { body, next } => match body.as_slice() {
                // Whoever holds it gives it back.
                [Statement::If { cond, then, .. }, Statement::Action(Action::Release(mutex))]
                    if is_own(cond) == Some(&mutex.place) && then.is_empty() =>
                {
                    self.release(mutex, *next)
                }
                body => {
                    body.iter().try_for_each(|statement| match statement {
                        Statement::Action(Action::Assign { place, value }) => self.assign(at, place, value),
                        _ => None,
                    })?;
                    Some(*next)
                }
            },
            Op::Do { action: Action::Assign { place, value }, next } => {
                self.assign(at, place, value)?;
                Some(*next)
            }
            _ => None,
        }
    }

    fn release(&mut self, mutex: &Mutex, next: Loc) -> Option<Loc> {
        let (held, _) = self.held.take()?;
        (Some(held) == cell(&mutex.place)).then_some(next)
    }

    fn assign(&mut self, at: Loc, place: &Place, value: &Expr) -> Option<()> {
        let sum = self.sum(value)?;
        match place.kind {
            PlaceKind::Reg(r) => _ = self.registers.insert(r, sum),
            PlaceKind::Cell(c) => {
                let Origin::Cell(from, read) = sum.origin else { return None };
                let (guard, adds) = (self.guard(read)?, from == c && is_number(place.domain));
                let once = self.adds.insert(c, (at, sum.by, guard)).is_none();
                (adds && once).then_some(())?;
            }
            _ => return None,
        }
        Some(())
    }

    /// What excludes others between the step in which a cell was read and this one.
    fn guard(&self, read: usize) -> Option<Guard> {
        match self.held {
            Some((mutex, taken)) if read > taken => Some(Guard::Mutex(mutex)),
            None if read == self.path.len() => Some(Guard::Step),
            _ => None,
        }
    }

    fn sum(&mut self, e: &Expr) -> Option<Sum> {
        use Binary::*;
        match e {
            Expr::Const(by) => Some(Sum { origin: Origin::Zero, by: *by }),
            Expr::Load(place) => self.load(place),
            Expr::Binary(Add | WideAdd, a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                let (a, b) = if a.origin == Origin::Zero { (b, a) } else { (a, b) };
                (b.origin == Origin::Zero).then_some(Sum { by: a.by.checked_add(b.by)?, ..a })
            }
            Expr::Binary(Sub | WideSub, a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                (b.origin == Origin::Zero).then_some(Sum { by: a.by.checked_sub(b.by)?, ..a })
            }
            _ => None,
        }
    }

    fn load(&mut self, place: &Place) -> Option<Sum> {
        match place.kind {
            PlaceKind::Reg(r) => {
                Some(self.registers.get(&r).copied().unwrap_or(Sum { origin: Origin::Register(r), by: 0 }))
            }
            // Once it was stored it is another number.
            PlaceKind::Cell(c) if !self.adds.contains_key(&c) => {
                Some(Sum { origin: Origin::Cell(c, self.path.len()), by: 0 })
            }
            _ => None,
        }
    }
}

/// The mutex of which it is asked whether this thread holds it: whatever others do with it makes no difference.
pub(super) fn is_own(e: &Expr) -> Option<&Place> {
    match e {
        Expr::Binary(Binary::Eq, a, b) => match (&**a, &**b) {
            (Expr::Load(place), Expr::Tid) => Some(place),
            _ => None,
        },
        _ => None,
    }
}

fn cell(place: &Place) -> Option<Cell> {
    if let PlaceKind::Cell(cell) = place.kind { Some(cell) } else { None }
}

/// Whether sums of numbers of this kind are those modulo 2^32, or meet a bound beyond.
pub(super) fn is_number(domain: Domain) -> bool {
    matches!(domain, Domain::Int | Domain::Long)
}
