//! Expressions and places, as `semantics::eval` has them.

use super::machine::Machine;
use super::words::{Arithmetic, WIDTH, Word};
use crate::ir::*;
use crate::semantics::pointed_to;
use crate::symbolic::circuit::Lit;

/// A scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Reg(Reg),
    Cell(Cell),
}

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
                self.is_set(value)
            }
            Expr::Offset { .. } => unreachable!("programs that compute with pointers are refused"),
            Expr::AddressOf(place) => {
                let slots = self.slots(place);
                self.among(slots.into_iter().map(|(condition, slot)| (condition, address(slot))))
            }
            Expr::Unary(op, a) => {
                let a = self.eval(a);
                self.unary(*op, &a)
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

    pub fn truth(&mut self, e: &Expr) -> Lit {
        let value = self.eval(e);
        self.circuit().is_true(&value)
    }

    fn evaluated_if<T>(&mut self, condition: Lit, f: impl FnOnce(&mut Self) -> T) -> T {
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

    /// The value, if somebody has set it.
    pub fn is_set(&mut self, value: Word) -> Word {
        if self.program().unset.is_some() {
            let unset = self.circuit().equal(&value, &Word::constant(i64::from(UNSET)));
            self.leaves(unset);
        }
        value
    }

    fn unary(&mut self, op: Unary, a: &Word) -> Word {
        let c = self.circuit();
        match op {
            Unary::Neg => c.difference(&Word::constant(0), a).wrapped(WIDTH),
            Unary::BitNot => Word::new(a.bits(a.len()).into_iter().map(|bit| !bit).collect()),
            Unary::Not => Word::truth(!c.is_true(a)),
        }
    }

    pub fn binary(&mut self, op: Binary, a: &Word, b: &Word) -> Word {
        let c = self.circuit();
        match op {
            Binary::Add => c.sum(a, b).wrapped(WIDTH),
            Binary::Sub => c.difference(a, b).wrapped(WIDTH),
            Binary::Mul => c.product(a, b).wrapped(WIDTH),
            Binary::Div | Binary::Rem | Binary::UnsignedDiv | Binary::UnsignedRem => self.divided(op, a, b),
            Binary::Shl => c.shifted_left(a, b),
            Binary::Shr => c.shifted_right(a, b),
            Binary::UnsignedShr => c.shifted_right(&a.unsigned(), b).wrapped(WIDTH),
            Binary::BitAnd => c.bitwise(a, b, |c, a, b| c.and(a, b)),
            Binary::BitOr => c.bitwise(a, b, |c, a, b| c.or(a, b)),
            Binary::BitXor => c.bitwise(a, b, |c, a, b| c.xor(a, b)),
            Binary::Eq => Word::truth(c.equal(a, b)),
            Binary::Ne => Word::truth(!c.equal(a, b)),
            Binary::Lt => Word::truth(c.less(a, b)),
            Binary::Le => Word::truth(!c.less(b, a)),
            Binary::Gt => Word::truth(c.less(b, a)),
            Binary::Ge => Word::truth(!c.less(a, b)),
            Binary::UnsignedLt => Word::truth(c.less(&a.unsigned(), &b.unsigned())),
            Binary::UnsignedLe => Word::truth(!c.less(&b.unsigned(), &a.unsigned())),
            Binary::WideAdd => {
                let exact = c.sum(a, b);
                self.fits(exact)
            }
            Binary::WideSub => {
                let exact = c.difference(a, b);
                self.fits(exact)
            }
            Binary::WideMul => {
                let exact = c.product(a, b);
                self.fits(exact)
            }
            Binary::And | Binary::Or => unreachable!("short-circuit operators are evaluated by `eval`"),
        }
    }

    fn divided(&mut self, op: Binary, a: &Word, b: &Word) -> Word {
        let zero = !self.circuit().is_true(b);
        self.fails(zero, false);
        let unsigned = matches!(op, Binary::UnsignedDiv | Binary::UnsignedRem);
        let (a, b) = if unsigned { (a.unsigned(), b.unsigned()) } else { (a.clone(), b.clone()) };
        let (quotient, rest) = self.circuit().quotient(&a, &b);
        let found = if matches!(op, Binary::Div | Binary::UnsignedDiv) { quotient } else { rest };
        found.wrapped(WIDTH)
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
        let slots: Slots = (0..len).map(|i| (c.equal(&index, &Word::constant(i64::from(i))), slot(i))).collect();
        let inside = c.any(slots.iter().map(|(condition, _)| *condition));
        self.fails(!inside, false);
        slots.into_iter().filter(|(condition, _)| *condition != Lit::FALSE).collect()
    }

    fn pointee(&mut self, pointer: &Expr, domain: Domain) -> Slots {
        let pointer = self.eval(pointer);
        let null = !self.circuit().is_true(&pointer);
        self.fails(null, false);
        let mut slots = vec![];
        for cell in self.builder.addressed.clone() {
            let here = self.circuit().equal(&pointer, &address(Slot::Cell(cell)));
            match pointed_to(self.program(), cell, domain) {
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
        self.is_guarded(slots);
        let values: Vec<_> = slots.iter().map(|(condition, slot)| (*condition, self.holds(*slot).clone())).collect();
        self.among(values)
    }

    fn holds(&mut self, slot: Slot) -> &mut Word {
        match slot {
            Slot::Reg(r) => &mut self.data.registers[r.0 as usize],
            Slot::Cell(cell) => &mut self.data.cells[cell.0 as usize],
        }
    }

    /// A cell that mutexes are declared to guard is accessed by who holds them, now or since before the step (FQ 4.2).
    fn is_guarded(&mut self, slots: &Slots) {
        let program = self.program();
        for (condition, slot) in slots {
            let Slot::Cell(cell) = slot else { continue };
            let Protection::GuardedBy(guards) = &program.global_of(*cell).protection else { continue };
            for mutex in guards.iter().map(|guard| program.mutex_of(*cell, guard)) {
                let held = self.held(mutex);
                let both = self.circuit().and(*condition, !held);
                self.fails(both, false);
            }
        }
    }

    fn held(&mut self, mutex: Cell) -> Lit {
        let me = Word::constant(i64::from(self.tid));
        let (before, now) = (self.before[mutex.0 as usize].clone(), self.data.cells[mutex.0 as usize].clone());
        let c = self.circuit();
        let (before, now) = (c.equal(&before, &me), c.equal(&now, &me));
        c.or(before, now)
    }

    /// Stores a value that fits.
    pub fn store(&mut self, slots: &Slots, value: &Word) {
        self.is_guarded(slots);
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
            Domain::Int | Domain::Bool | Domain::Pointer => value.clone(),
            Domain::Range { lo, hi } => self.wrapped_into(i64::from(lo), i64::from(hi), value),
            Domain::Enum { size, .. } => {
                let c = self.circuit();
                let below = c.less(value, &Word::constant(i64::from(size)));
                let inside = c.and(!value.sign(), below);
                self.fails(!inside, false);
                value.wrapped(Word::constant(i64::from(size) - 1).len())
            }
        }
    }

    /// `lo + (value - lo) mod size`, where the rest is never negative.
    fn wrapped_into(&mut self, lo: i64, hi: i64, value: &Word) -> Word {
        if let Some(known) = value.known() {
            return Word::constant(lo + (known - lo).rem_euclid(hi - lo + 1));
        }
        let size = hi - lo + 1;
        let c = self.circuit();
        let offset = c.difference(value, &Word::constant(lo));
        let rest = match (size as u64).is_power_of_two() {
            true => {
                let mut bits = offset.bits(size.trailing_zeros() as usize);
                bits.push(Lit::FALSE);
                Word::new(bits)
            }
            false => rest(c, &offset, size),
        };
        c.sum(&rest, &Word::constant(lo)).wrapped(super::words::width(lo, hi))
    }
}

/// The rest that is not negative.
fn rest(c: &mut crate::symbolic::circuit::Circuit, value: &Word, size: i64) -> Word {
    let size = Word::constant(size);
    let (_, rest) = c.quotient(value, &size);
    let raised = c.sum(&rest, &size);
    c.select(rest.sign(), &raised, &rest)
}

/// The pointer to a cell.
fn address(slot: Slot) -> Word {
    match slot {
        Slot::Cell(cell) => Word::constant(i64::from(cell.0) + 1),
        Slot::Reg(_) => unreachable!("only global cells have addresses"),
    }
}
