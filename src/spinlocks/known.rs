//! What is known of a thread's own variables and of a lock at some point: expressions with that put in.

use super::Spinlock;
use super::own::{Own, Owned};
use crate::ir::visit::{Visitor, walk_place};
use crate::ir::*;
use crate::semantics::{binary, unary};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// Who holds the lock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) enum Holder {
    /// It is not known.
    #[default]
    Unknown,
    Nobody,
    Somebody,
    /// Who has just taken it.
    Myself,
}

/// Values of a thread's own variables, and who holds the lock.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Known {
    pub(super) own: BTreeMap<Own, Value>,
    pub(super) holder: Holder,
}

impl Known {
    pub(super) fn with(&self, holder: Holder) -> Known {
        Known { holder, ..self.clone() }
    }

    /// What is known on both ways.
    pub(super) fn met(&self, other: &Known) -> Known {
        let same = |(own, value): (&Own, &Value)| (other.own.get(own) == Some(value)).then_some((*own, *value));
        Known { own: self.own.iter().filter_map(same).collect(), holder: self.holder }
    }
}

/// A program in which one variable is taken for a lock.
pub(super) struct Scene<'p> {
    pub(super) program: &'p Program,
    pub(super) lock: &'p Spinlock,
    pub(super) owned: &'p Owned,
}

impl Scene<'_> {
    pub(super) fn is_lock(&self, place: &Place) -> bool {
        place.kind == PlaceKind::Cell(self.lock.cell)
    }

    /// Whether the lock is read or written there, or its address taken.
    pub(super) fn mentions<'e>(&self, there: impl FnOnce(&mut Mentions<'e>)) -> bool {
        let mut found = Mentions { cell: self.lock.cell, found: false, of: PhantomData };
        there(&mut found);
        found.found
    }

    /// The lock's cell, which holds the thread id of whoever has it.
    pub(super) fn owner(&self) -> Expr {
        Expr::Load(Place { kind: PlaceKind::Cell(self.lock.cell), domain: Domain::Int })
    }

    /// Whether the lock is held, as an expression of the program that is made.
    pub(super) fn is_held(&self) -> Expr {
        of(Binary::Ne, self.owner(), Expr::Const(0))
    }

    /// The value of an expression with what is known put in.
    pub(super) fn fold(&self, e: &Expr, known: &Known) -> Expr {
        let fold = |e: &Expr| self.fold(e, known);
        match e {
            Expr::Const(_) | Expr::Tid => e.clone(),
            Expr::Load(place) if self.is_lock(place) => self.lock_as_read(known.holder),
            Expr::Load(place) => match self.owned.of(place).and_then(|own| known.own.get(&own)) {
                Some(value) => Expr::Const(*value),
                None => Expr::Load(self.place(place, known)),
            },
            Expr::AddressOf(place) => Expr::AddressOf(self.place(place, known)),
            Expr::Offset { pointer, count, stride } => {
                Expr::Offset { pointer: Box::new(fold(pointer)), count: Box::new(fold(count)), stride: *stride }
            }
            Expr::Distance { to, from, stride } => {
                Expr::Distance { to: Box::new(fold(to)), from: Box::new(fold(from)), stride: *stride }
            }
            Expr::Unary(op, a) => match fold(a) {
                Expr::Const(a) => Expr::Const(unary(*op, a)),
                a => Expr::Unary(*op, Box::new(a)),
            },
            Expr::Binary(op, a, b) => self.applied(*op, (fold(a), b), known),
            Expr::Conditional(c, a, b) => match fold(c) {
                Expr::Const(0) => fold(b),
                Expr::Const(_) => fold(a),
                c => Expr::Conditional(Box::new(c), Box::new(fold(a)), Box::new(fold(b))),
            },
        }
    }

    fn applied(&self, op: Binary, (a, b): (Expr, &Expr), known: &Known) -> Expr {
        let decided = match (op, &a) {
            (Binary::And, Expr::Const(0)) => Some(0),
            (Binary::Or, Expr::Const(a)) if *a != 0 => Some(1),
            _ => None,
        };
        if let Some(value) = decided {
            return Expr::Const(value);
        }
        let b = self.fold(b, known);
        match (op, &a, &b) {
            (Binary::And | Binary::Or, Expr::Const(_), Expr::Const(b)) => Expr::Const(Value::from(*b != 0)),
            (Binary::And | Binary::Or, ..) => of(op, a, b),
            (_, Expr::Const(x), Expr::Const(y)) => binary(op, *x, *y).map_or_else(|_| of(op, a, b), Expr::Const),
            (Binary::Eq | Binary::Ne, id, Expr::Const(0)) | (Binary::Eq | Binary::Ne, Expr::Const(0), id)
                if self.is_somebody(id, known) =>
            {
                Expr::Const(Value::from(op == Binary::Ne))
            }
            _ => of(op, a, b),
        }
    }

    /// Whether the value is the id of a thread, which is never 0.
    fn is_somebody(&self, e: &Expr, known: &Known) -> bool {
        *e == Expr::Tid || known.holder == Holder::Somebody && *e == self.owner()
    }

    /// What whoever reads the lock gets.
    fn lock_as_read(&self, holder: Holder) -> Expr {
        let (free, held) = (Expr::Const(self.lock.free), self.lock.held);
        match (holder, held) {
            (Holder::Nobody, _) => free,
            (Holder::Myself, None) => Expr::Tid,
            (Holder::Somebody | Holder::Myself, Some(held)) => Expr::Const(held),
            (Holder::Unknown | Holder::Somebody, None) => self.owner(),
            (Holder::Unknown, Some(1)) if self.lock.free == 0 => self.is_held(),
            (Holder::Unknown, Some(held)) => {
                Expr::Conditional(Box::new(self.is_held()), Box::new(Expr::Const(held)), Box::new(free))
            }
        }
    }

    /// A place with what is known put into where it is.
    pub(super) fn place(&self, place: &Place, known: &Known) -> Place {
        let fold = |e: &Expr| Box::new(self.fold(e, known));
        let kind = match &place.kind {
            PlaceKind::Reg(_) | PlaceKind::Cell(_) => place.kind.clone(),
            PlaceKind::RegIndex { base, len, index } => {
                PlaceKind::RegIndex { base: *base, len: *len, index: fold(index) }
            }
            PlaceKind::Index { base, len, stride, index } => {
                PlaceKind::Index { base: *base, len: *len, stride: *stride, index: fold(index) }
            }
            PlaceKind::Deref { pointer } => PlaceKind::Deref { pointer: fold(pointer) },
        };
        Place { kind, domain: place.domain }
    }

    /// This holds, or does not.
    pub(super) fn learn(&self, e: &Expr, holds: bool, known: &mut Known) {
        match (e, holds) {
            (Expr::Unary(Unary::Not, a), _) => self.learn(a, !holds, known),
            (Expr::Binary(Binary::And, a, b), true) | (Expr::Binary(Binary::Or, a, b), false) => {
                [a, b].into_iter().for_each(|e| self.learn(e, holds, known));
            }
            (Expr::Binary(Binary::Eq, a, b), true) | (Expr::Binary(Binary::Ne, a, b), false) => match (&**a, &**b) {
                (Expr::Load(place), Expr::Const(v)) | (Expr::Const(v), Expr::Load(place)) => {
                    self.seen(place, *v, known)
                }
                _ => {}
            },
            (Expr::Load(place), false) => self.seen(place, 0, known),
            (Expr::Load(place), true) if place.domain == Domain::Bool => self.seen(place, 1, known),
            _ => {}
        }
    }

    /// A place holds this as it is, also where its range does not have it, as before it is set.
    fn seen(&self, place: &Place, value: Value, known: &mut Known) {
        let own = self.owned.of(place).filter(|_| self.says(value));
        known.own.extend(own.map(|own| (own, value)));
    }

    /// Whether a value is one, and not that nothing was stored.
    fn says(&self, value: Value) -> bool {
        self.program.unset.is_none() || value != UNSET
    }

    /// A place holds this, or something that is not known.
    pub(super) fn set(&self, place: &Place, value: Option<Value>, known: &mut Known) {
        if let PlaceKind::RegIndex { base, len, .. } = place.kind {
            (base.0..base.0 + len).for_each(|r| _ = known.own.remove(&Own::Reg(r)));
        }
        let Some(own) = self.owned.of(place) else { return };
        match value.filter(|v| self.says(*v)).and_then(|v| place.domain.stored(v)) {
            Some(value) => known.own.insert(own, value),
            None => known.own.remove(&own),
        };
    }
}

/// Looks for a cell.
pub(super) struct Mentions<'e> {
    cell: Cell,
    found: bool,
    of: PhantomData<&'e ()>,
}

impl<'e> Visitor<'e> for Mentions<'e> {
    fn place(&mut self, place: &'e Place) {
        self.found |= place.cells().contains(&self.cell);
        walk_place(self, place);
    }
}

/// An operation on two values.
pub(super) fn of(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}
