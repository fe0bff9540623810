//! Expressions and places, as `semantics::eval` has them.

use super::machine::Machine;
use crate::ir::*;
use crate::operators;
use crate::semantics::{Failure, FailureKind, pointed_to};
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, WIDTH, Word};

/// A scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Reg(Reg),
    Cell(Cell),
}

/// An index into an array of more elements is compared with its ends, and not with all that it may be.
const LONG: u32 = 16;

/// The scalars that a place may be, each with its condition; one of these holds wherever the step goes on.
pub type Slots = Vec<(Lit, Slot)>;

impl Machine<'_, '_> {
    pub fn eval(&mut self, e: &Expr) -> Word {
        match e {
            Expr::Const(v) => Word::constant(i64::from(*v)),
            Expr::Tid => Word::constant(i64::from(self.tid)),
            Expr::Load(place) => {
                let slots = self.slots(place);
                let value = self.load(&slots);
                self.is_set(value, &slots)
            }
            Expr::Offset { pointer, count, stride } => self.offset(pointer, count, *stride),
            Expr::Distance { to, from, stride } => self.distance(to, from, *stride),
            Expr::AddressOf(place) => self.address_of(place),
            Expr::Unary(Unary::ObjectOf, a) => self.beginning(a),
            Expr::Unary(op, a) => {
                let a = self.eval(a);
                operators::unary(self.circuit(), *op, &a)
            }
            Expr::Binary(Binary::And, a, b) => self.short_circuit(a, b, true),
            Expr::Binary(Binary::Or, a, b) => self.short_circuit(a, b, false),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                self.binary(*op, &a, &b)
            }
            Expr::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise),
        }
    }

    fn address_of(&mut self, place: &Place) -> Word {
        if let PlaceKind::Index { base, len, stride, index } = &place.kind
            && *len > LONG
        {
            let index = self.eval(index);
            self.is_below(&index, *len);
            let most = address(Slot::Cell(Cell(self.program().cells.len() as u32))).len();
            let c = self.circuit();
            let before = c.product(&index, &Word::constant((*stride).into()));
            return c.sum(&address(Slot::Cell(*base)), &before).wrapped(most);
        }
        let slots = self.slots(place);
        self.among(slots.into_iter().map(|(condition, slot)| (condition, address(slot))))
    }

    pub fn truth(&mut self, e: &Expr) -> Lit {
        let value = self.eval(e);
        self.circuit().is_true(&value)
    }

    pub(super) fn evaluated_if<T>(&mut self, condition: Lit, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.evaluated;
        self.evaluated = self.circuit().and(before, condition);
        let found = f(self);
        self.evaluated = before;
        found
    }

    /// The right side is evaluated where the left one is this.
    fn short_circuit(&mut self, a: &Expr, b: &Expr, goes_on: bool) -> Word {
        let left = self.truth(a);
        let right = self.evaluated_if(left.negated_if(!goes_on), |m| m.truth(b));
        let c = self.circuit();
        Word::truth(if goes_on { c.and(left, right) } else { c.or(left, right) })
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Word {
        let condition = self.truth(condition);
        let then = self.evaluated_if(condition, |m| m.eval(then));
        let otherwise = self.evaluated_if(!condition, |m| m.eval(otherwise));
        self.circuit().select(condition, &then, &otherwise)
    }

    /// The value, if somebody has set what holds it.
    pub fn is_set(&mut self, value: Word, slots: &Slots) -> Word {
        let procedure = self.program().location(self.loc).procedure;
        let may_be_unset = |(_, slot): &&(Lit, Slot)| match slot {
            Slot::Cell(cell) => self.builder.unset.has_cell(*cell),
            Slot::Reg(register) => self.builder.unset.has_register(procedure, *register),
        };
        let unset: Vec<Lit> = slots.iter().filter(may_be_unset).map(|(condition, _)| *condition).collect();
        if !unset.is_empty() {
            let c = self.circuit();
            let (there, same) = (c.any(unset), c.equal(&value, &Word::constant(i64::from(UNSET))));
            let unset = c.and(there, same);
            self.leaves(unset);
        }
        value
    }

    pub fn binary(&mut self, op: Binary, a: &Word, b: &Word) -> Word {
        if op.divides() {
            let zero = !self.circuit().is_true(b);
            self.fails(zero, false);
        }
        let found = operators::binary(self.circuit(), op, a, b);
        if op.is_wide() { self.fits(found) } else { found }
    }

    /// What does not fit into 32 bits is beyond what is known.
    fn fits(&mut self, exact: Word) -> Word {
        let wrapped = exact.wrapped(WIDTH);
        let same = self.circuit().equal(&exact, &wrapped);
        self.leaves(!same);
        wrapped
    }

    /// The value whose condition holds.
    fn among(&mut self, values: impl IntoIterator<Item = (Lit, Word)>) -> Word {
        let mut values = values.into_iter();
        let first = values.next().map_or(Word::constant(0), |(_, value)| value);
        values.fold(first, |other, (condition, value)| self.circuit().select(condition, &value, &other))
    }

    /// Where a place may be; its own value is not touched.
    pub fn slots(&mut self, place: &Place) -> Slots {
        match &place.kind {
            PlaceKind::Reg(r) => vec![(Lit::TRUE, Slot::Reg(*r))],
            PlaceKind::Cell(cell) => vec![(Lit::TRUE, Slot::Cell(*cell))],
            PlaceKind::RegIndex { base, len, index } => self.indexed(index, *len, |i| Slot::Reg(Reg(base.0 + i))),
            PlaceKind::Index { base, len, stride, index } => {
                self.indexed(index, *len, |i| Slot::Cell(Cell(base.0 + i * stride)))
            }
            PlaceKind::Deref { pointer } => self.pointee(pointer, place.domain),
        }
    }

    fn indexed(&mut self, index: &Expr, len: u32, slot: impl Fn(u32) -> Slot) -> Slots {
        let index = self.eval(index);
        let c = self.circuit();
        let slots: Slots = (0..len).map(|i| (c.equal(&index, &Word::constant(i.into())), slot(i))).collect();
        if len > LONG {
            self.is_below(&index, len);
        } else {
            let inside = c.any(slots.iter().map(|(condition, _)| *condition));
            self.fails(!inside, false);
        }
        slots.into_iter().filter(|(condition, _)| *condition != Lit::FALSE).collect()
    }

    /// Goes wrong unless an index is one of so many.
    fn is_below(&mut self, index: &Word, len: u32) {
        let c = self.circuit();
        let before_end = c.less(index, &Word::constant(len.into()));
        let inside = c.and(!index.sign(), before_end);
        self.fails(!inside, false);
    }

    fn pointee(&mut self, pointer: &Expr, domain: Domain) -> Slots {
        let followed = pointer;
        let pointer = self.eval(pointer);
        let null = !self.circuit().is_true(&pointer);
        self.fails(null, false);
        self.is_no_number(followed);
        let mut slots = vec![];
        for cell in self.builder.named_by(self.loc, followed) {
            let here = self.circuit().equal(&pointer, &address(Slot::Cell(cell)));
            match pointed_to(self.program(), cell, domain) {
                Err(Failure { kind: FailureKind::Limit(_), .. }) => self.leaves(here),
                Err(_) => self.fails(here, false),
                Ok(freed) => {
                    freed.into_iter().for_each(|freed| self.used_after_free(here, freed));
                    slots.push((here, Slot::Cell(cell)));
                }
            }
        }
        let known = self.builder.circuit.any(slots.iter().map(|(condition, _)| *condition));
        self.leaves(!known);
        slots
    }

    fn used_after_free(&mut self, here: Lit, freed: Cell) {
        let freed = self.data.cells[freed.0 as usize].clone();
        let c = self.circuit();
        let freed = c.is_true(&freed);
        let both = c.and(here, freed);
        self.fails(both, false);
    }

    pub fn load(&mut self, slots: &Slots) -> Word {
        self.accesses(slots);
        let values: Vec<_> = slots.iter().map(|(condition, slot)| (*condition, self.holds(*slot).clone())).collect();
        self.among(values)
    }

    fn holds(&mut self, slot: Slot) -> &mut Word {
        match slot {
            Slot::Reg(r) => &mut self.data.registers[r.0 as usize],
            Slot::Cell(cell) => &mut self.data.cells[cell.0 as usize],
        }
    }

    /// Stores a value that fits.
    pub fn store(&mut self, slots: &Slots, value: &Word) {
        self.accesses(slots);
        for (condition, slot) in slots {
            let before = self.holds(*slot).clone();
            let after = self.circuit().select(*condition, value, &before);
            *self.holds(*slot) = after;
        }
    }

    pub fn assign(&mut self, place: &Place, value: &Word) {
        let slots = self.slots(place);
        let value = self.fitted(place.domain, value);
        self.store(&slots, &value);
    }

    /// The value that storing this one leaves behind.
    pub fn fitted(&mut self, domain: Domain, value: &Word) -> Word {
        match domain {
            Domain::Int | Domain::Long | Domain::Bool | Domain::Pointer | Domain::Float => value.clone(),
            Domain::Range { lo, hi } => operators::wrapped_into(self.circuit(), (lo.into(), hi.into()), value),
            Domain::Enum { size, .. } => {
                let c = self.circuit();
                let below = c.less(value, &Word::constant(i64::from(size)));
                let inside = c.and(!value.sign(), below);
                self.fails(!inside, false);
                value.wrapped(Word::constant(i64::from(size) - 1).len())
            }
        }
    }
}

/// The pointer to a cell.
pub(super) fn address(slot: Slot) -> Word {
    match slot {
        Slot::Cell(cell) => Word::constant(i64::from(cell.0) + 1),
        Slot::Reg(_) => unreachable!("only global cells have addresses"),
    }
}
