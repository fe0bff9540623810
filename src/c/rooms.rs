//! Arrays that are members: whoever goes on behind the last element is in what follows it in the structure, where
//! pointers may lead, and C does not allow it (C11 6.5.6p8). By the name of the array that is seen where it is written;
//! whether an index leaves the array that a pointer leads into is asked of all objects.

use super::convert::binary;
use super::forms::Operand;
use super::function::Body;
use super::questions::{answer, any, question};
use super::types::{Int, Structs, Type};
use super::unit::Unit;
use crate::control::Bound;
use crate::ir::{Binary, Cell, Expr, Fault, PlaceKind, Unary, Value};
use lang_c::ast::*;
use lang_c::span::Node;
use std::collections::BTreeSet;

/// Added to the number of a question: whether the pointer may be one behind the last element of another array.
const AT_THE_END: u32 = 1 << 31;

/// What is said of whoever goes on.
const BEYOND: &str = "an element that is not there";

impl Unit<'_> {
    /// How many elements the array has, if this is one that is a member. The last member of a structure that is
    /// declared with one element or none may have more: so flexible ones were written before C99 had them.
    pub(super) fn room(&mut self, e: &Node<Expression>) -> Option<u32> {
        match &e.node {
            Expression::Cast(cast) => self.room(&cast.node.expression),
            Expression::Member(m) => {
                let Type::Array(_, len) = *self.type_of_expression(e).ok()?.plain() else { return None };
                let inside = self.type_of_expression(&m.node.expression).ok()?;
                let whole = inside.pointee().unwrap_or(&inside).plain().clone();
                let Type::Struct(s) = whole else { return None };
                let last = self.structs.all[s].fields.last().map(|(name, _)| name.clone());
                let may_go_on = len <= 1 && last.as_ref() == Some(&m.node.identifier.node.name);
                (!may_go_on).then_some(len)
            }
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    /// An element of an array of so many.
    pub(super) fn is_inside(&mut self, index: Expr, len: Expr) {
        self.demand(binary(Binary::UnsignedLt, index, len), BEYOND);
    }

    /// So many elements are there at most.
    pub(super) fn are_inside(&mut self, count: Expr, of: &[&Node<Expression>]) {
        for e in of {
            let fits = |len: &u32| matches!(count, Expr::Const(count) if (0..=*len as Value).contains(&count));
            if let Some(len) = self.unit.room(e).filter(|len| !fits(len)) {
                self.demand(binary(Binary::UnsignedLe, count.clone(), Expr::Const(len as Value)), BEYOND);
            }
        }
    }

    /// A kept pointer leads to the first of so many elements.
    pub(super) fn leads_to_first(&mut self, pointer: &Operand, len: Option<Expr>) {
        if let (Expr::Load(place), Some(len)) = (&pointer.expr, len)
            && let PlaceKind::Reg(register) = place.kind
        {
            self.reserved.insert(register.0);
            self.rooms.insert(register.0, len);
        }
    }

    /// How many elements there are behind a kept pointer, if that is known.
    pub(super) fn room_of(&self, pointer: &Operand) -> Option<Expr> {
        let Expr::Load(place) = &pointer.expr else { return None };
        let PlaceKind::Reg(register) = place.kind else { return None };
        self.rooms.get(&register.0).cloned()
    }

    /// One of the elements behind a kept pointer is accessed.
    pub(super) fn is_in_room(&mut self, pointer: &Operand, index: &Expr) {
        if let Some(len) = self.room_of(pointer) {
            self.is_inside(index.clone(), len);
        }
    }
}

/// An array, where its cells are.
#[derive(Clone)]
struct Array {
    base: Cell,
    cells: u32,
    /// How many cells its elements have: rows, and what is in them.
    each: BTreeSet<u32>,
    is_member: bool,
}

/// Arrays of the same length that are so far from each other.
struct Series {
    base: Cell,
    cells: u32,
    from_one_to_the_next: u32,
    count: u32,
    is_member: bool,
}

impl Structs {
    /// The arrays in an object; of several dimensions the whole.
    fn arrays(&self, at: Cell, ty: &Type, is_member: bool, found: &mut Vec<Array>) {
        match ty.plain() {
            Type::Array(..) => {
                let mut innermost = ty.plain();
                let mut each = BTreeSet::new();
                while let Type::Array(of, _) = innermost {
                    each.insert(self.cells(of));
                    innermost = of.plain();
                }
                let (cells, one) = (self.cells(ty), self.cells(innermost).max(1));
                found.push(Array { base: at, cells, each, is_member });
                (0..cells / one).for_each(|i| self.arrays(Cell(at.0 + i * one), innermost, false, found));
            }
            Type::Struct(s) => {
                let whole = &self.all[*s];
                let mut before = 0;
                for (i, (_, ty)) in whole.fields.iter().enumerate() {
                    let last = i + 1 == whole.fields.len();
                    let may_go_on = last && matches!(ty.plain(), Type::Array(_, len) if *len <= 1);
                    self.arrays(Cell(at.0 + before), ty, !may_go_on, found);
                    before += if whole.union { 0 } else { self.cells(ty) };
                }
            }
            _ => {}
        }
    }

    /// Whether some structure has an array with elements of so many cells.
    fn have_arrays_of(&self, each: u32) -> bool {
        let mut found = vec![];
        let fields = self.all.iter().filter(|s| s.complete).flat_map(|s| &s.fields);
        fields.for_each(|(_, ty)| self.arrays(Cell(0), ty, true, &mut found));
        found.iter().any(|array| array.is_member && array.each.contains(&each))
    }
}

impl Unit<'_> {
    /// Once all objects are there.
    pub(super) fn arrays_end(&mut self) {
        let mut all = vec![];
        for (base, ty) in &self.containers.laid_out {
            self.structs.arrays(*base, ty, false, &mut all);
        }
        all.sort_by_key(|array| array.base);
        answer(&mut self.program, &|index, pointer, each| match each {
            0 => None,
            AT_THE_END.. => Some(may_be_at_an_end(&all, pointer, each - AT_THE_END)),
            each => Some(leaves(&all, pointer, index, each)),
        });
    }
}

/// Whether the element with this index behind a pointer is in none of the arrays that it leads into, of which one is a
/// member.
fn leaves(all: &[Array], pointer: &Expr, index: &Expr, each: u32) -> Expr {
    let series = series(all, each);
    let members = any(series.iter().filter(|s| s.is_member).map(|s| s.leads_into(pointer)));
    let stays = any(series.iter().map(|s| s.stays(pointer, index, each)));
    binary(Binary::And, members, Expr::Unary(Unary::Not, Box::new(stays)))
}

/// Whether an array with elements of so many cells ends where a pointer leads.
fn may_be_at_an_end(all: &[Array], pointer: &Expr, each: u32) -> Expr {
    any(series(all, each).iter().map(|s| s.ends_at(pointer)))
}

/// All that have elements of so many cells.
fn series(all: &[Array], each: u32) -> Vec<Series> {
    let mut series: Vec<Series> = vec![];
    for array in all.iter().filter(|array| array.each.contains(&each)) {
        let goes_on = series.iter_mut().rev().find(|s| s.goes_on_with(array));
        match goes_on {
            Some(series) => series.add(array),
            None => series.push(Series::of(array)),
        }
    }
    series
}

impl Series {
    fn of(array: &Array) -> Series {
        let Array { base, cells, is_member, .. } = *array;
        Series { base, cells, from_one_to_the_next: cells, count: 1, is_member }
    }

    fn goes_on_with(&self, array: &Array) -> bool {
        let further = array.base.0 - self.base.0;
        let next = self.count == 1 && further >= self.cells || further == self.count * self.from_one_to_the_next;
        self.cells == array.cells && self.is_member == array.is_member && next
    }

    fn add(&mut self, array: &Array) {
        if self.count == 1 {
            self.from_one_to_the_next = array.base.0 - self.base.0;
        }
        self.count += 1;
    }

    /// How many cells are before it, in all and in the array.
    fn before(&self, pointer: &Expr) -> [Expr; 2] {
        let all = binary(Binary::Sub, pointer.clone(), Expr::Const((self.base.0 + 1) as Value));
        let one = binary(Binary::Rem, all.clone(), Expr::Const(self.from_one_to_the_next as Value));
        if self.count == 1 { [all.clone(), all] } else { [all, one] }
    }

    fn leads_into(&self, pointer: &Expr) -> Expr {
        let [all, one] = self.before(pointer);
        let end = self.from_one_to_the_next * self.count;
        let less = |a, b: u32| binary(Binary::UnsignedLt, a, Expr::Const(b as Value));
        binary(Binary::And, less(all, end), less(one, self.cells))
    }

    fn ends_at(&self, pointer: &Expr) -> Expr {
        let last = binary(Binary::Sub, pointer.clone(), Expr::Const(1));
        let [_, one] = self.before(&last);
        let is_last = binary(Binary::Eq, one, Expr::Const(self.cells as Value - 1));
        binary(Binary::And, self.leads_into(&last), is_last)
    }

    fn stays(&self, pointer: &Expr, index: &Expr, each: u32) -> Expr {
        let [_, one] = self.before(pointer);
        let number = binary(Binary::Div, one, Expr::Const(each as Value));
        let number = binary(Binary::Add, number, index.clone());
        let len = Expr::Const((self.cells / each) as Value);
        binary(Binary::And, self.leads_into(pointer), binary(Binary::UnsignedLt, number, len))
    }
}

impl Body<'_, '_> {
    /// `p[i]`: whoever begins inside of an array that is a member does not leave it. The bytes of a whole structure
    /// may be looked at by a pointer that leads into its first member.
    pub(super) fn stays_inside(&mut self, base: Operand, index: Operand) -> [Operand; 2] {
        let Some(to) = base.ty.pointee().map(|to| to.plain().clone()) else { return [base, index] };
        let each = self.unit.structs.cells(&to);
        if each == 0 || index.expr == Expr::Const(0) || !self.unit.structs.have_arrays_of(each) {
            return [base, index];
        }
        let [base, index] = [base, index].map(|operand| self.fixed(operand));
        let (beyond, on) = (self.steps.fresh(), self.steps.fresh());
        self.branch(question(index.expr.clone(), base.expr.clone(), each), beyond, on);
        self.land(beyond);
        match to.int() {
            Some(Int { bits: 8, .. }) => self.perhaps_stops(Bound::Pointers),
            _ => self.leaves_an_array(&base, &index, each),
        }
        self.land(on);
        [base, index]
    }

    /// Where another array ends the pointer may be one behind its last element, from which an index below 0 leads back.
    fn leaves_an_array(&mut self, base: &Operand, index: &Operand, each: u32) {
        let [back, open, wrong] = [(); 3].map(|()| self.steps.fresh());
        self.branch(binary(Binary::Lt, index.expr.clone(), Expr::Const(0)), back, wrong);
        self.land(back);
        self.branch(question(index.expr.clone(), base.expr.clone(), each | AT_THE_END), open, wrong);
        self.land(open);
        self.stops(Bound::Pointers);
        self.land(wrong);
        self.fails(Fault::Undefined(BEYOND.into()));
    }
}
