//! Operands whose order C leaves open, and where the order matters: each may be evaluated before the others, as a choice
//! of the program (C11 6.5p3, 6.5.2.2p10, 6.5.16p3).
//!
//! Those that touch the same are evaluated ahead of the expression that they stand in, in every order; then it goes on
//! from left to right. An operand is evaluated as a whole: its own arguments are not taken apart.

use super::forms::Operand;
use super::function::Body;
use super::touched::Touched;
use super::tree::{compound, number};
use super::types::Type;
use super::unit::Lowered;
use super::values::has_effects;
use crate::ir::build::Mark;
use crate::ir::{Expr, Op};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::collections::BTreeMap;

/// So many operands may stand in each other's way: the places of all orders are as many as sets of them.
const MOST: usize = 6;

/// An order that is left open, on the way through it.
struct Open<'e> {
    operands: Vec<&'e Node<Expression>>,
    /// The registers that were in scope before.
    scope: usize,
    /// Where each of them is kept.
    kept: Vec<Option<(u32, Type)>>,
}

impl Open<'_> {
    /// Where those of a set are kept.
    fn registers(&self, done: usize) -> impl Iterator<Item = u32> {
        let kept = self.kept.iter().enumerate().filter(move |(i, _)| done & (1 << i) != 0);
        kept.filter_map(|(_, kept)| kept.as_ref().map(|(register, _)| *register))
    }
}

impl Body<'_, '_> {
    /// What comes of expressions that are evaluated in no order.
    pub(super) fn in_every_order<T>(
        &mut self,
        operands: &[&Node<Expression>],
        go_on: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let (parts, operands): (Vec<_>, Vec<_>) = operands.iter().partition(|e| may_have_no_meaning(e));
        self.parts_before(&parts, &operands)?;
        let which = self.in_the_way(&operands)?;
        if which.is_empty() {
            return go_on(self);
        }
        if which.len() > MOST {
            let span = Span { start: which[0].span.start, end: which[MOST].span.end };
            let message =
                format!("the order of {} operands is open, and each of them touches what others do", which.len());
            return self.refuse(span, message, "make it several statements");
        }
        let open = Open { kept: vec![None; which.len()], operands: which, scope: self.visible.len() };
        let open = self.each_order(open)?;
        for (e, kept) in open.operands.iter().zip(&open.kept) {
            let value = match kept {
                Some((register, ty)) => Operand::new(Expr::Load(self.register_place(*register, ty)), ty.clone()),
                None => Operand::constant(0, Type::Void),
            };
            self.ahead.insert(key(e), value);
        }
        let result = go_on(self);
        open.operands.iter().for_each(|e| _ = self.ahead.remove(&key(e)));
        open.kept.iter().flatten().for_each(|(register, _)| _ = self.reserved.remove(register));
        result
    }

    /// A quotient and its like that have no meaning may be found so before an operand beside them ends the program, or
    /// goes on for ever.
    fn parts_before(&mut self, parts: &[&Node<Expression>], operands: &[&Node<Expression>]) -> Lowered<()> {
        let inside = |part: &Node<Expression>, e: &Node<Expression>| {
            part.span.start <= e.span.start && e.span.end <= part.span.end
        };
        let ends = |this: &Self, e: &Node<Expression>| {
            let touched = this.unit.touched(e);
            touched.stops || touched.endless
        };
        for part in parts {
            let open = !self.is_ahead(operands) && self.evaluated_ahead(part).is_none();
            if open && operands.iter().any(|e| !inside(part, e) && ends(self, e)) {
                let (before, on) = (self.steps.fresh(), self.steps.fresh());
                self.begins_with_one(&[before, on]);
                self.land(before);
                let value = self.value(part)?;
                self.kept(value);
                self.blocks();
                self.land(on);
            }
        }
        Ok(())
    }

    /// Whether some of these are on their way.
    fn is_ahead(&self, operands: &[&Node<Expression>]) -> bool {
        operands.iter().any(|e| self.ahead.contains_key(&key(e)))
    }

    /// The value of what was evaluated ahead.
    pub(super) fn evaluated_ahead(&self, e: &Node<Expression>) -> Option<Operand> {
        self.ahead.get(&key(e)).cloned()
    }

    /// The operands each of which touches what another one does; none if that was seen to around them.
    fn in_the_way<'e>(&mut self, operands: &[&'e Node<Expression>]) -> Lowered<Vec<&'e Node<Expression>>> {
        if operands.len() < 2 || self.is_ahead(operands) {
            return Ok(vec![]);
        }
        let touched: Vec<Touched> = operands.iter().map(|e| self.unit.touched(e)).collect();
        let taken = |name: &str| self.unit.facts.takes(name);
        let meets = |i: &usize| {
            let mut others = touched.iter().enumerate().filter(|(j, _)| j != i);
            others.any(|(_, other)| touched[*i].conflicts_with(other, taken))
        };
        let open: Vec<&Node<Expression>> = (0..operands.len()).filter(meets).map(|i| operands[i]).collect();
        let mut values = vec![];
        for e in open {
            match self.unit.type_of_expression(e).map(|ty| ty.plain().clone()) {
                Ok(Type::Struct(_)) => {
                    let message = "a structure is used here whose members another operand changes, in no order";
                    return self.refuse(e.span, message, "make it several statements");
                }
                Ok(Type::Sync(_)) | Err(_) => {}
                Ok(_) => values.push(e),
            }
        }
        Ok(if values.len() < 2 { vec![] } else { values })
    }

    /// From each set of operands that are evaluated one more is.
    fn each_order<'e>(&mut self, mut open: Open<'e>) -> Lowered<Open<'e>> {
        let count = open.operands.len();
        let all = (1 << count) - 1;
        let mut marks: BTreeMap<usize, Mark> = BTreeMap::new();
        for done in 0..all {
            marks.get(&done).into_iter().for_each(|mark| self.land(*mark));
            let further: Vec<usize> = (0..count).filter(|i| done & (1 << i) == 0).collect();
            let ways: Vec<Mark> = further.iter().map(|_| self.steps.fresh()).collect();
            self.stays(&open, done);
            self.begins_with_one(&ways);
            for (i, way) in further.into_iter().zip(ways) {
                self.land(way);
                self.stays(&open, done);
                let text = self.text_of(open.operands[i]);
                let text = std::mem::replace(&mut self.here.text, text);
                let value = self.value(open.operands[i])?;
                self.kept_at(value, &mut open.kept[i]);
                self.here.text = text;
                let next = *marks.entry(done | 1 << i).or_insert_with(|| self.steps.fresh());
                self.goto(next);
            }
        }
        self.land(marks[&all]);
        self.stays(&open, all);
        Ok(open)
    }

    fn begins_with_one(&mut self, ways: &[Mark]) {
        if let [only] = ways {
            return self.goto(*only);
        }
        let text = std::mem::replace(&mut self.here.text, "the order of operands is open".into());
        self.end_with(Op::Choose { next: ways.iter().map(|way| way.loc()).collect() });
        self.here.text = text;
    }

    /// In scope are the values of those that are evaluated.
    fn stays(&mut self, open: &Open<'_>, done: usize) {
        self.visible.truncate(open.scope);
        self.visible.extend(open.registers(done));
    }

    /// In the same register on every way.
    fn kept_at(&mut self, value: Operand, kept: &mut Option<(u32, Type)>) {
        if value.ty == Type::Void {
            return;
        }
        let (register, ty) = match kept.take() {
            Some(kept) => kept,
            None => (self.temporary(&value.ty), value.ty.clone()),
        };
        self.reserved.insert(register);
        self.used(&value);
        self.set(register, &ty, value.expr);
        *kept = Some((register, ty));
    }
}

fn key(e: &Node<Expression>) -> (usize, usize) {
    (e.span.start, e.span.end)
}

impl Body<'_, '_> {
    /// What is evaluated for an expression before its operators, in no order.
    pub(super) fn operands<'e>(&mut self, e: &'e Node<Expression>) -> Vec<&'e Node<Expression>> {
        use UnaryOperator::{Address, Complement, Minus, Negate, Plus};
        if let Some(call) = self.unit.allocation(e) {
            return self.operands_of_all(&call.arguments);
        }
        match &e.node {
            Expression::BinaryOperator(b) if is_arithmetic(&b.node.operator.node) => {
                let itself = if may_have_no_meaning(e) { vec![e] } else { vec![] };
                [itself, self.operands(&b.node.lhs), self.operands(&b.node.rhs)].concat()
            }
            Expression::UnaryOperator(u) => match u.node.operator.node {
                Plus | Minus | Complement | Negate => self.operands(&u.node.operand),
                Address => self.operands_of_place(&u.node.operand),
                _ => vec![e],
            },
            Expression::Cast(cast) => self.operands(&cast.node.expression),
            _ => vec![e],
        }
    }

    pub(super) fn operands_of_all<'e>(&mut self, all: &'e [Node<Expression>]) -> Vec<&'e Node<Expression>> {
        all.iter().flat_map(|e| self.operands(e)).collect()
    }

    /// What is evaluated to find an object.
    pub(super) fn operands_of_place<'e>(&mut self, e: &'e Node<Expression>) -> Vec<&'e Node<Expression>> {
        match &e.node {
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => {
                self.operands_of_place(&m.node.expression)
            }
            Expression::Member(m) => self.operands(&m.node.expression),
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                self.operands(&u.node.operand)
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let array = self.unit.type_of_expression(&b.node.lhs);
                let base = match array.is_ok_and(|ty| matches!(ty.plain(), Type::Array(..))) {
                    true => self.operands_of_place(&b.node.lhs),
                    false => self.operands(&b.node.lhs),
                };
                [base, self.operands(&b.node.rhs)].concat()
            }
            _ => vec![],
        }
    }

    /// `lhs op= rhs`: what is found there may be read before and after what is behind the operator.
    pub(super) fn operands_of_update<'e>(
        &mut self,
        lhs: &'e Node<Expression>,
        rhs: &'e Node<Expression>,
    ) -> Lowered<Vec<&'e Node<Expression>>> {
        let (place, rhs) = (self.operands_of_place(lhs), self.operands(rhs));
        let atomic = self.unit.type_of_expression(lhs).is_ok_and(|ty| ty.is_atomic());
        let meet = |this: &Self, a: &Node<Expression>| rhs.iter().any(|b| this.in_conflict(a, b));
        if atomic || !meet(self, lhs) {
            return Ok([place, rhs].concat());
        }
        if place.iter().any(|e| has_effects(e) || meet(self, e)) {
            let message = "which object is changed here, and what it held, depends on the order of evaluation";
            return self.refuse(lhs.span, message, "make it several statements");
        }
        Ok([vec![lhs], rhs].concat())
    }

    fn in_conflict(&self, a: &Node<Expression>, b: &Node<Expression>) -> bool {
        let [a, b] = [a, b].map(|e| self.unit.touched(e));
        a.conflicts_with(&b, |name| self.unit.facts.takes(name))
    }
}

/// Whether it is a quotient, a remainder, or shifted, by what is no number that is written down.
fn may_have_no_meaning(e: &Node<Expression>) -> bool {
    use BinaryOperator::{Divide, Modulo, ShiftLeft, ShiftRight};
    let by = |b: &BinaryOperatorExpression| number(&b.rhs).is_none();
    let is_one = |op: &BinaryOperator| matches!(op, Divide | Modulo | ShiftLeft | ShiftRight);
    matches!(&e.node, Expression::BinaryOperator(b) if is_one(&b.node.operator.node) && by(&b.node))
}

fn is_arithmetic(op: &BinaryOperator) -> bool {
    use BinaryOperator::{Assign, Index, LogicalAnd, LogicalOr};
    !matches!(op, Assign | Index | LogicalAnd | LogicalOr) && compound(op).is_none()
}
