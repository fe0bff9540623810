//! Pointers: how they are moved, subtracted and given back, as `semantics::pointers` and `semantics::action` have it.

use super::expressions::{Slot, address};
use super::machine::Machine;
use crate::ir::numbers::expr_is_address;
use crate::ir::*;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, WIDTH, Word};

/// Of objects of so many cells of different sizes each has its place among bytes.
const TOLD_APART: u32 = 64;

/// The pointer to a cell.
fn to(cell: Cell) -> Word {
    address(Slot::Cell(cell))
}

impl Machine<'_, '_> {
    /// Goes wrong where a number that was made a pointer is followed, or moved.
    pub fn is_no_number(&mut self, pointer: &Expr) {
        if !self.program().numbers_apart || matches!(pointer, Expr::AddressOf(_)) {
            return;
        }
        let number = self.eval(&expr_is_address(pointer.clone()));
        let number = self.circuit().is_true(&number);
        self.fails(number, false);
    }

    /// A pointer moved by so many elements, inside of its object or to behind its end.
    pub fn offset(&mut self, pointer: &Expr, count: &Expr, stride: Stride) -> Word {
        let from = pointer;
        let (pointer, count) = (self.eval(pointer), self.eval(count));
        let c = self.circuit();
        let [by, bytes] = [stride.cells, stride.bytes].map(|each| c.product(&count, &Word::constant(i64::from(each))));
        let (moves, moved) = (c.is_true(&by), c.sum(&pointer, &by));
        self.evaluated_if(moves, |m| {
            m.is_no_number(from);
            m.moves(from, (&pointer, &moved), (&bytes, stride));
        });
        let most = to(Cell(self.program().cells.len() as u32));
        let c = self.circuit();
        c.select(moves, &moved.wrapped(most.len()), &pointer)
    }

    /// Goes wrong unless both are in the same object; what is behind one and in the next is not followed, nor what lies
    /// between its cells.
    fn moves(&mut self, pointer: &Expr, (from, to): (&Word, &Word), by: (&Word, Stride)) {
        let (mut known, mut stays, mut unclear) = (vec![], vec![], vec![]);
        for object in self.objects(pointer) {
            let begins = self.belongs_to(&object, from);
            let (_, at_end) = self.is_in(&object, to);
            let is_followed = self.program().object_of(object.end()).is_none();
            let (exact, perhaps) = self.reaches(&object, (from, to), by);
            let c = self.circuit();
            let at_end = if is_followed { Lit::FALSE } else { c.and(exact, at_end) };
            let in_doubt = c.and(!exact, perhaps);
            let in_doubt = c.or(at_end, in_doubt);
            let followed = c.or(exact, perhaps);
            known.push(begins);
            stays.push(c.and(begins, followed));
            unclear.push(c.and(begins, in_doubt));
        }
        let c = self.circuit();
        let (unclear, stays) = (c.any(unclear), c.any(stays));
        self.leaves(unclear);
        self.belongs(from, known);
        self.fails(!stays, false);
    }

    /// Whether a pointer into an object that is moved by so many bytes comes to the cell that it is moved to; and
    /// whether it may stay inside if it does not.
    fn reaches(&mut self, object: &Object, (from, to): (&Word, &Word), (bytes, stride): (&Word, Stride)) -> (Lit, Lit) {
        let (inside, at_end) = self.is_in(object, to);
        let reached = self.circuit().or(inside, at_end);
        if object.bytes.agrees_with(stride) {
            return (reached, Lit::FALSE);
        }
        let (Some(first), Some(second)) = (self.byte(object, from), self.byte(object, to)) else {
            return (Lit::FALSE, Lit::TRUE);
        };
        let c = self.circuit();
        let there = c.sum(&first, bytes);
        let equal = c.equal(&second, &there);
        let (below, above) = (there.sign(), c.less(&Word::constant(object.bytes.byte(object.len)), &there));
        let within = c.and(!below, !above);
        (c.and(reached, equal), if object.divisible { Lit::TRUE } else { within })
    }

    /// How many elements lie between two pointers into one object.
    pub fn distance(&mut self, to: &Expr, from: &Expr, stride: Stride) -> Word {
        let pointers = [to, from];
        let (to, from) = (self.eval(to), self.eval(from));
        let c = self.circuit();
        let cells = c.difference(&to, &from);
        let differ = c.is_true(&cells);
        let elements = self.evaluated_if(differ, |m| {
            pointers.into_iter().for_each(|pointer| m.is_no_number(pointer));
            m.elements(&to, &from, (&cells, stride))
        });
        elements.wrapped(WIDTH)
    }

    /// Goes wrong unless both are in the same object; where there is no number of elements between them nothing is known.
    fn elements(&mut self, to: &Word, from: &Word, (cells, stride): (&Word, Stride)) -> Word {
        let (mut known, mut together, mut unclear) = ([vec![], vec![]], vec![], vec![]);
        let (mut elements, uneven) = self.shared_out(cells, stride.cells);
        for object in self.builder.objects.clone() {
            let [there, begins] = [to, from].map(|pointer| self.belongs_to(&object, pointer));
            let both = self.circuit().and(there, begins);
            let uneven = if object.bytes.agrees_with(stride) {
                uneven
            } else {
                let (apart, uneven) = self.bytes_between(&object, (to, from), stride.bytes);
                elements = self.circuit().select(both, &apart, &elements);
                uneven
            };
            known[0].push(there);
            known[1].push(begins);
            together.push(both);
            unclear.push(self.circuit().and(both, uneven));
        }
        let c = self.circuit();
        let (unclear, together) = (c.any(unclear), c.any(together));
        self.leaves(unclear);
        [to, from].into_iter().zip(known).for_each(|(pointer, known)| self.belongs(pointer, known));
        self.fails(!together, false);
        elements
    }

    /// So many times the size of an element, and whether something is left.
    fn shared_out(&mut self, size: &Word, each: u32) -> (Word, Lit) {
        let c = self.circuit();
        match each {
            1 => (size.clone(), Lit::FALSE),
            each => {
                let (elements, rest) = c.quotient(size, &Word::constant(i64::from(each)));
                (elements, c.is_true(&rest))
            }
        }
    }

    fn bytes_between(&mut self, object: &Object, (to, from): (&Word, &Word), each: u32) -> (Word, Lit) {
        match (self.byte(object, to), self.byte(object, from)) {
            (Some(to), Some(from)) => {
                let bytes = self.circuit().difference(&to, &from);
                self.shared_out(&bytes, each)
            }
            _ => (Word::constant(0), Lit::TRUE),
        }
    }

    /// The objects in which a pointer may be moved.
    fn objects(&self, pointer: &Expr) -> Vec<Object> {
        let named = self.builder.named_by(self.loc, pointer);
        let within = |o: &&Object| named.iter().any(|c| (o.base..=o.end()).contains(c));
        self.builder.objects.iter().filter(within).cloned().collect()
    }

    /// The pointer to the beginning of the object of a pointer; the same where it leads into none.
    pub fn beginning(&mut self, pointer: &Expr) -> Word {
        let (followed, pointer) = (pointer, self.eval(pointer));
        let mut found = pointer.clone();
        for object in self.led_into(followed) {
            let there = self.belongs_to(&object, &pointer);
            found = self.circuit().select(there, &address(Slot::Cell(object.base)), &found);
        }
        found
    }

    /// The objects in which it may lie, also if nobody looks at them.
    fn led_into(&self, pointer: &Expr) -> Vec<Object> {
        let procedure = self.program().location(self.loc).procedure;
        let cells = self.builder.points.cells(procedure, pointer);
        let within = |o: &&Object| cells.as_ref().is_none_or(|all| all.iter().any(|c| (o.base..=o.end()).contains(c)));
        self.program().objects.iter().filter(|o| o.len > 0).filter(within).cloned().collect()
    }

    /// Whether a pointer leads into an object, or to its end where nothing else begins.
    fn belongs_to(&mut self, object: &Object, pointer: &Word) -> Lit {
        let (inside, ends) = self.is_in(object, pointer);
        let is_followed = self.program().object_of(object.end()).is_none();
        if is_followed { self.circuit().or(inside, ends) } else { inside }
    }

    /// Where in its object a pointer stands; nothing for objects of many cells of different sizes.
    fn byte(&mut self, object: &Object, pointer: &Word) -> Option<Word> {
        let c = self.circuit();
        if object.bytes.period() == 1 {
            let cells = c.difference(pointer, &to(object.base));
            return Some(c.product(&cells, &Word::constant(object.bytes.byte(1))));
        }
        let value = |cell| Word::constant(object.bytes.byte(cell));
        let chosen = |known: Word, cell| {
            let is_there = c.equal(pointer, &to(Cell(object.base.0 + cell)));
            c.select(is_there, &value(cell), &known)
        };
        (object.len <= TOLD_APART).then(|| (0..=object.len).fold(Word::constant(0), chosen))
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
        let (below, inside) = (c.less(pointer, &to(object.base)), c.less(pointer, &to(object.end())));
        (c.and(!below, inside), c.equal(pointer, &to(object.end())))
    }

    /// The object that a pointer leads to is there no longer.
    pub fn free(&mut self, pointer: &Expr) {
        let pointer = self.eval(pointer);
        let mut given = vec![!self.circuit().is_true(&pointer)];
        for object in self.program().objects.iter().filter(|o| o.given_back().is_some()) {
            given.push(self.circuit().equal(&pointer, &to(object.base)));
        }
        let is_one = self.circuit().any(given.clone());
        self.fails(!is_one, false);
        let freed = self.program().objects.iter().filter_map(Object::given_back).map(Slot::Cell);
        let slots = given.into_iter().skip(1).zip(freed).collect();
        let before = self.load(&slots);
        let null = !self.circuit().is_true(&pointer);
        let twice = self.circuit().is_true(&before);
        let twice = self.circuit().and(!null, twice);
        self.fails(twice, false);
        self.store(&slots, &Word::constant(1));
    }
}
