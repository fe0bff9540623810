//! Pointers: how they are moved and given back, as `semantics::eval` and `semantics::action` have it.

use super::expressions::{Slot, address};
use super::machine::Machine;
use super::pointed::end;
use crate::ir::*;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, Word};

/// The pointer to a cell.
fn to(cell: Cell) -> Word {
    address(Slot::Cell(cell))
}

impl Machine<'_, '_> {
    /// A pointer moved by so many cells, inside of its object or to behind its end.
    pub fn offset(&mut self, pointer: &Expr, count: &Expr, stride: u32) -> Word {
        let (pointer, count) = (self.eval(pointer), self.eval(count));
        let c = self.circuit();
        let by = c.product(&count, &Word::constant(i64::from(stride)));
        let (moves, moved) = (c.is_true(&by), c.sum(&pointer, &by));
        self.evaluated_if(moves, |m| m.moves(&pointer, &moved));
        let most = to(Cell(self.program().cells.len() as u32));
        let c = self.circuit();
        c.select(moves, &moved.wrapped(most.len()), &pointer)
    }

    /// Goes wrong unless both are in the same object; what is behind one and in the next is not followed.
    fn moves(&mut self, from: &Word, to: &Word) {
        let (mut known, mut stays, mut unclear) = (vec![], vec![], vec![]);
        for object in self.builder.objects.clone() {
            let (from, ends) = self.is_in(&object, from);
            let (inside, at_end) = self.is_in(&object, to);
            let is_followed = self.program().object_of(end(&object)).is_none();
            let c = self.circuit();
            let begins = if is_followed { c.or(from, ends) } else { from };
            let ends = c.and(begins, at_end);
            let ends_there = if is_followed { Lit::FALSE } else { ends };
            known.push(begins);
            stays.extend([c.and(begins, inside), ends]);
            unclear.push(ends_there);
            if object.divisible {
                let stands = c.or(inside, at_end);
                unclear.push(c.and(begins, !stands));
                stays.push(begins);
            }
        }
        let c = self.circuit();
        let (unclear, stays) = (c.any(unclear), c.any(stays));
        self.leaves(unclear);
        self.belongs(from, known);
        self.fails(!stays, false);
    }

    /// What a pointer of unknown origin may be moved to is not known.
    fn belongs(&mut self, pointer: &Word, known: Vec<Lit>) {
        let c = self.circuit();
        let (known, is_null) = (c.any(known), !c.is_true(pointer));
        let belongs = c.or(known, is_null);
        self.leaves(!belongs);
    }

    /// Whether a pointer leads into an object, and whether to its end.
    fn is_in(&mut self, object: &Object, pointer: &Word) -> (Lit, Lit) {
        let c = self.circuit();
        let (below, inside) = (c.less(pointer, &to(object.base)), c.less(pointer, &to(end(object))));
        (c.and(!below, inside), c.equal(pointer, &to(end(object))))
    }

    /// The object that a pointer leads to is there no longer.
    pub fn free(&mut self, pointer: &Expr) {
        let pointer = self.eval(pointer);
        let mut given = vec![!self.circuit().is_true(&pointer)];
        for object in self.program().objects.iter().filter(|o| o.freed.is_some()) {
            given.push(self.circuit().equal(&pointer, &to(object.base)));
        }
        let is_one = self.circuit().any(given.clone());
        self.fails(!is_one, false);
        let freed = self.program().objects.iter().filter_map(|o| o.freed).map(Slot::Cell);
        let slots = given.into_iter().skip(1).zip(freed).collect();
        let before = self.load(&slots);
        let null = !self.circuit().is_true(&pointer);
        let twice = self.circuit().is_true(&before);
        let twice = self.circuit().and(!null, twice);
        self.fails(twice, false);
        self.store(&slots, &Word::constant(1));
    }
}
