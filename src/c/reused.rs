//! Addresses that come again: an object that begins to live may lie where one lay that is gone (C11 6.2.4p2), so
//! pointers that are told apart here may be equal there (ABA).
//!
//! Which objects there are is known once all functions are, so each question is asked by a mark until then.

use super::convert::binary;
use super::forms::Operand;
use super::function::Body;
use super::questions::{answer, any, question};
use super::unit::Unit;
use crate::control::Bound;
use crate::ir::numbers::expr_is_address;
use crate::ir::*;

/// The number of this question.
const QUESTION: u32 = 0;

impl Body<'_, '_> {
    /// The answer is incomplete where one of two that differ leads to what is gone, and the other one to what may lie
    /// there. Both have a value from here on, and the next step asks.
    pub(super) fn perhaps_the_same(&mut self, pair: [Operand; 2]) -> [Operand; 2] {
        if !self.unit.facts.frees || pair.iter().any(|operand| matches!(operand.expr, Expr::Const(_))) {
            return pair;
        }
        let pair = pair.map(|operand| self.fixed(operand));
        let differ = binary(Binary::Ne, pair[0].expr.clone(), pair[1].expr.clone());
        let addresses = pair.iter().filter(|operand| operand.ty.int().is_some());
        let asks =
            addresses.fold(differ, |all, operand| binary(Binary::And, expr_is_address(operand.expr.clone()), all));
        let (apart, gone, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        self.branch(asks, apart, end);
        self.land(apart);
        let [a, b] = pair.each_ref().map(|operand| self.pointer(operand));
        self.branch(question(a, b, QUESTION), gone, end);
        self.land(gone);
        self.perhaps_stops(Bound::Pointers);
        self.land(end);
        pair
    }
}

impl Unit<'_> {
    /// Once all objects are there.
    pub(super) fn addresses_come_again(&mut self) {
        let objects = Mortal::among(&self.program.objects);
        answer(&mut self.program, &|a, b, number| (number == QUESTION).then(|| objects.answer(a, b)));
    }
}

/// Objects that go before the program ends, with what tells that they are gone: those that lie together together.
struct Mortal {
    groups: Vec<Vec<(Object, Cell)>>,
}

impl Mortal {
    fn among(all: &[Object]) -> Mortal {
        let mut groups: Vec<Vec<(Object, Cell)>> = vec![vec![]];
        for object in all {
            match (object.freed, groups.last_mut()) {
                (Some(gone), Some(group)) => group.push((object.clone(), gone)),
                _ => groups.push(vec![]),
            }
        }
        groups.retain(|group| !group.is_empty());
        Mortal { groups }
    }

    fn answer(&self, a: &Expr, b: &Expr) -> Expr {
        let and = |a, b| binary(Binary::And, a, b);
        let either = binary(
            Binary::Or,
            and(self.leads_to_one(b), self.leads_to_what_is_gone(a)),
            and(self.leads_to_one(a), self.leads_to_what_is_gone(b)),
        );
        let [a, b] = [a, b].map(|pointer| Expr::Unary(Unary::ObjectOf, Box::new(pointer.clone())));
        and(binary(Binary::Ne, a, b), either)
    }

    fn leads_to_one(&self, pointer: &Expr) -> Expr {
        any(self.groups.iter().map(|group| is_among(pointer, group)))
    }

    fn leads_to_what_is_gone(&self, pointer: &Expr) -> Expr {
        let gone = |(object, gone): &(Object, Cell)| {
            let told = Place { kind: PlaceKind::Cell(*gone), domain: Domain::Bool };
            binary(Binary::And, is_in(pointer, object.base, object.end()), Expr::Load(told))
        };
        any(self.groups.iter().map(|group| binary(Binary::And, is_among(pointer, group), any(group.iter().map(gone)))))
    }
}

/// Between them no pointer leads.
fn is_among(pointer: &Expr, group: &[(Object, Cell)]) -> Expr {
    let (first, last) = (&group[0].0, &group[group.len() - 1].0);
    is_in(pointer, first.base, last.end())
}

/// The end belongs to it.
fn is_in(pointer: &Expr, base: Cell, end: Cell) -> Expr {
    let at = |cell: Cell| Expr::Const((cell.0 + 1) as Value);
    let from = binary(Binary::Ge, pointer.clone(), at(base));
    binary(Binary::And, from, binary(Binary::Le, pointer.clone(), at(end)))
}
