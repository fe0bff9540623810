//! Values of 64 bits, of which cells hold those that fit into 32: what leaves them meets a bound where it is evaluated.

use super::constants::Exact;
use super::convert::binary;
use super::forms::Operand;
use super::function::Body;
use super::types::{INT, Int, Type};
use super::unit::{Lowered, Unit};
use crate::ir::{Binary, Expr, Value};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// What has no value that cells hold.
fn leaves() -> Expr {
    binary(Binary::WideMul, Expr::Const(Value::MIN), Expr::Const(2))
}

/// One of two, of which one alone is evaluated.
fn either(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    Expr::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise))
}

impl Unit<'_> {
    /// A number of 64 bits that is known before the program runs.
    fn known_wide(&mut self, e: &Node<Expression>) -> Option<Exact> {
        if !self.is_of_numbers(e) {
            return None;
        }
        self.exact(e).ok().filter(|exact| exact.int.is_wide())
    }
}

impl Body<'_, '_> {
    /// A number of 64 bits that is known, however wide what it is made of; or a comparison with one that cells do not
    /// hold, which is larger or less than all that they hold.
    pub(super) fn wide(&mut self, b: &BinaryOperatorExpression, e: &Node<Expression>) -> Lowered<Option<Operand>> {
        if let Some(exact) = self.unit.known_wide(e) {
            let value = self.unit.held(exact, e.span).ok();
            return Ok(value.map(|value| Operand::constant(value, Type::Int(exact.int))));
        }
        let Some(op) = Compared::of(&b.operator.node) else { return Ok(None) };
        match (self.too_wide(&b.lhs), self.too_wide(&b.rhs)) {
            (None, Some(wide)) => self.compared_with_wide(op, &b.lhs, wide, e.span),
            (Some(wide), None) => self.compared_with_wide(op.turned(), &b.rhs, wide, e.span),
            _ => Ok(None),
        }
    }

    /// A number that cells do not hold.
    fn too_wide(&mut self, e: &Node<Expression>) -> Option<Exact> {
        self.unit.known_wide(e).filter(|exact| Value::try_from(exact.value).is_err())
    }

    /// The other operand is evaluated, and what it is is asked for: which values from outside are like each other is not
    /// known beyond 32 bits.
    fn compared_with_wide(
        &mut self,
        op: Compared,
        e: &Node<Expression>,
        wide: Exact,
        span: Span,
    ) -> Lowered<Option<Operand>> {
        let Some(int) = self.unit.type_of_expression(e)?.int() else { return Ok(None) };
        let common = int.common(wide.int);
        let x = self.value(e)?;
        let x = self.converted(x, &Type::Int(common), span)?;
        let asked = Expr::Binary(Binary::WideAdd, Box::new(x.expr.clone()), Box::new(Expr::Const(0)));
        let holds = op.of_less(common.wrapped(wide.value) > 0);
        let truth = if holds { Binary::Le } else { Binary::Gt };
        Ok(Some(x.with(binary(truth, asked, Expr::Const(Value::MAX)), INT)))
    }

    /// Goes on only where it is not negative: otherwise it would take more than 32 bits.
    pub(super) fn not_negative(&mut self, operand: Operand) -> Operand {
        let fixed = self.fixed(operand);
        let fits = binary(Binary::Ge, fixed.expr.clone(), Expr::Const(0));
        let expr = either(fits, fixed.expr.clone(), leaves());
        let ty = fixed.ty.clone();
        fixed.with(expr, ty)
    }

    /// That of the least value by -1 takes more than 32 bits.
    pub(super) fn wide_quotient(&mut self, a: Operand, b: Operand) -> Operand {
        let (a, b) = (self.fixed(a), self.fixed(b));
        let turned = binary(Binary::WideSub, Expr::Const(0), a.expr.clone());
        let by = binary(Binary::Eq, b.expr.clone(), Expr::Const(-1));
        let expr = either(by, turned, binary(Binary::Div, a.expr.clone(), b.expr));
        let ty = a.ty.clone();
        a.with(expr, ty)
    }

    /// 0 stays 0, and anything else is multiplied; by more than 30 it takes more than 32 bits.
    pub(super) fn wide_left_shift(&mut self, a: Operand, by: Operand, int: Int) -> Operand {
        if let Expr::Const(by @ 0..=30) = by.expr {
            return a.clone().with(binary(Binary::WideMul, a.expr, Expr::Const(1 << by)), Type::Int(int));
        }
        let (a, by) = (self.fixed(a), self.amount(by, int.bits));
        let times = binary(Binary::Shl, Expr::Const(1), by.expr.clone());
        let product = binary(Binary::WideMul, a.expr.clone(), times);
        let few = either(binary(Binary::Le, by.expr, Expr::Const(30)), product, leaves());
        let expr = either(binary(Binary::Eq, a.expr.clone(), Expr::Const(0)), Expr::Const(0), few);
        a.with(expr, Type::Int(int))
    }
}

/// An operator that compares.
#[derive(Clone, Copy)]
enum Compared {
    Less,
    Greater,
    Equal,
    Unequal,
}

impl Compared {
    fn of(op: &BinaryOperator) -> Option<Compared> {
        use BinaryOperator::*;
        Some(match op {
            Less | LessOrEqual => Compared::Less,
            Greater | GreaterOrEqual => Compared::Greater,
            Equals => Compared::Equal,
            NotEquals => Compared::Unequal,
            _ => return None,
        })
    }

    /// With both sides exchanged.
    fn turned(self) -> Compared {
        match self {
            Compared::Less => Compared::Greater,
            Compared::Greater => Compared::Less,
            both => both,
        }
    }

    /// Whether it holds of what is less, or greater, than the other one.
    fn of_less(self, less: bool) -> bool {
        match self {
            Compared::Less => less,
            Compared::Greater => !less,
            Compared::Equal => false,
            Compared::Unequal => true,
        }
    }
}
