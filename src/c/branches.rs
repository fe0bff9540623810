//! Expressions of which a part is perhaps not evaluated: `&&`, `||`, `?:`, and conditions.

use super::convert::{binary, truth};
use super::forms::{At, Operand};
use super::function::Body;
use super::tree::{callee, counted_down, named};
use super::types::{INT, Type};
use super::unit::Lowered;
use crate::ir::build::Mark;
use crate::ir::{Action, Binary, Expr};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// An expression that is lowered beside where control is: from one mark to another, in so many steps.
struct Aside {
    start: Mark,
    end: Mark,
    steps: usize,
    value: Operand,
}

impl Body<'_, '_> {
    pub(super) fn logical(&mut self, b: &BinaryOperatorExpression, e: &Node<Expression>) -> Lowered<Operand> {
        let and = b.operator.node == BinaryOperator::LogicalAnd;
        if self.is_calm(&b.rhs) {
            let x = self.truth_of(&b.lhs)?;
            let y = self.aside(|this| this.truth_of(&b.rhs))?;
            if y.steps == 0 {
                let op = if and { Binary::And } else { Binary::Or };
                let expr = Expr::Binary(op, Box::new(truth(x.expr.clone())), Box::new(truth(y.value.expr)));
                return Ok(x.with(expr, INT));
            }
            let y = Aside { value: y.value.clone().with(truth(y.value.expr), INT), ..y };
            let known = self.aside(|_| Ok(Operand::constant(i32::from(!and), INT)))?;
            return Ok(if and { self.one_of(x, y, known, INT) } else { self.one_of(x, known, y, INT) });
        }
        let (yes, no, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        let result = self.temporary(&INT);
        self.condition(e, yes, no)?;
        self.land(yes);
        self.set(result, &INT, Expr::Const(1));
        self.goto(end);
        self.land(no);
        self.set(result, &INT, Expr::Const(0));
        self.land(end);
        Ok(Operand::new(Expr::Load(self.register_place(result, &INT)), INT))
    }

    /// What is 0 or not.
    pub(super) fn truth_of(&mut self, e: &Node<Expression>) -> Lowered<Operand> {
        let value = self.value(e)?;
        if value.ty.float().is_some() { self.as_truth(value, e.span) } else { Ok(value) }
    }

    /// Lowers what is perhaps not evaluated, beside where control is.
    fn aside(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<Operand>) -> Lowered<Aside> {
        let (start, before, steps) = (self.steps.fresh(), self.at, self.steps.count());
        self.at = start;
        let value = lower(self);
        let end = std::mem::replace(&mut self.at, before);
        Ok(Aside { start, end, steps: self.steps.count() - steps, value: value? })
    }

    /// What one or the other is worth, each evaluated only if it is taken.
    fn one_of(&mut self, test: Operand, then: Aside, otherwise: Aside, ty: Type) -> Operand {
        let (result, behind) = (self.temporary(&ty), self.steps.fresh());
        self.used(&test);
        self.branch(truth(test.expr), then.start, otherwise.start);
        for Aside { end, value, .. } in [then, otherwise] {
            self.at = end;
            self.used(&value);
            self.set(result, &ty, value.expr);
            self.goto(behind);
        }
        self.land(behind);
        Operand::new(Expr::Load(self.register_place(result, &ty)), ty)
    }

    /// Goes to one mark or the other.
    pub(super) fn condition(&mut self, e: &Node<Expression>, then: Mark, otherwise: Mark) -> Lowered<()> {
        match &e.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                return self.condition(&u.node.operand, otherwise, then);
            }
            Expression::BinaryOperator(b) if !self.is_calm(&b.node.rhs) => {
                let middle = self.steps.fresh();
                match b.node.operator.node {
                    BinaryOperator::LogicalAnd => self.condition(&b.node.lhs, middle, otherwise)?,
                    BinaryOperator::LogicalOr => self.condition(&b.node.lhs, then, middle)?,
                    _ => return self.decide(e, then, otherwise),
                }
                self.land(middle);
                return self.condition(&b.node.rhs, then, otherwise);
            }
            _ => {}
        }
        if self.counts_down(e, then, otherwise)? { Ok(()) } else { self.decide(e, then, otherwise) }
    }

    /// `n--` and `n-- > 0` of a local number of 64 bits without a sign, if this is one: behind 0 it is a number that is
    /// not followed, which only matters to whoever looks at it then.
    fn counts_down(&mut self, e: &Node<Expression>, then: Mark, otherwise: Mark) -> Lowered<bool> {
        let Some(counted) = counted_down(e) else { return Ok(false) };
        if self.evaluated_ahead(counted).is_some() || self.evaluated_ahead(e).is_some() {
            return Ok(false);
        }
        let is_wide = |ty: Type| ty.int().is_some_and(|int| int.is_wide() && !int.signed);
        if named(counted).is_none() || !self.unit.type_of_expression(counted).is_ok_and(is_wide) {
            return Ok(false);
        }
        let place = self.locate(counted)?;
        if !matches!(place.at, At::Register(_)) {
            return Ok(false);
        }
        let (some, none) = (self.steps.fresh(), self.steps.fresh());
        self.branch(binary(Binary::Ne, Expr::Load(place.place()), Expr::Const(0)), some, none);
        self.land(some);
        let less = binary(Binary::Sub, Expr::Load(place.place()), Expr::Const(1));
        self.act(Action::Assign { place: place.place(), value: less });
        self.goto(then);
        self.land(none);
        self.forgets(&place);
        self.goto(otherwise);
        Ok(true)
    }

    fn decide(&mut self, e: &Node<Expression>, then: Mark, otherwise: Mark) -> Lowered<()> {
        let kind = |f| self.unit.outside_kind(f);
        let outside = matches!(&e.node, Expression::Call(call)
            if call.node.arguments.is_empty() && callee(&call.node).and_then(kind).is_some());
        let value = if outside { self.outside_truth() } else { self.value(e)? };
        let value = self.as_truth(value, e.span)?;
        self.used(&value);
        self.branch(value.expr, then, otherwise);
        Ok(())
    }

    pub(super) fn conditional(&mut self, c: &ConditionalExpression, span: Span) -> Lowered<Operand> {
        let ty = self.unit.type_of_conditional(c)?;
        if ty == Type::Void {
            return self.refuse(span, "a value is needed here", "this has none");
        }
        if [&c.then_expression, &c.else_expression].into_iter().all(|e| self.is_calm(e)) {
            let test = self.truth_of(&c.condition)?;
            let a = self.aside(|this| this.value_as(&c.then_expression, &ty))?;
            let b = self.aside(|this| this.value_as(&c.else_expression, &ty))?;
            if a.steps + b.steps > 0 {
                return Ok(self.one_of(test, a, b, ty));
            }
            let (a, b) = (a.value.expr, b.value.expr);
            let expr = Expr::Conditional(Box::new(truth(test.expr.clone())), Box::new(a), Box::new(b));
            return Ok(test.with(expr, ty));
        }
        let (then, otherwise, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        let result = self.temporary(&ty);
        self.condition(&c.condition, then, otherwise)?;
        for (mark, e) in [(then, &c.then_expression), (otherwise, &c.else_expression)] {
            self.land(mark);
            let value = self.value_as(e, &ty)?;
            self.used(&value);
            self.set(result, &ty, value.expr);
            self.goto(end);
        }
        self.land(end);
        Ok(Operand::new(Expr::Load(self.register_place(result, &ty)), ty))
    }
}
