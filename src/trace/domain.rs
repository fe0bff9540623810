//! What an expression of a concurrent trace program means, over any domain: the values that are known
//! (`Option<i64>`, for schedules) or every value that there may be (`Interval`, for range propagation).

use super::ctp::{Expr, VariableId};
use crate::ir::{Binary, Unary, Value};
use crate::semantics::{binary, unary};

/// Sets of 32-bit numbers, each wholly known or too large rather than too small.
pub trait Domain: Copy {
    /// All numbers.
    const ANY: Self;

    fn constant(value: i64) -> Self;

    /// Whether the value, as a truth value, can be true, and whether it can be false.
    fn truth(self) -> (bool, bool);

    /// 0, 1 or both.
    fn from_truth(can_be_true: bool, can_be_false: bool) -> Self;

    /// What is in either.
    fn join(self, other: Self) -> Self;

    fn unary(self, op: Unary) -> Self;

    /// All results but those of a division by zero; nothing if there is no other. `&&` and `||` are not asked for.
    fn binary(self, op: Binary, other: Self) -> Option<Self>;
}

/// A number, or nothing where it is not known.
impl Domain for Option<i64> {
    const ANY: Self = None;

    fn constant(value: i64) -> Self {
        Some(value)
    }

    fn truth(self) -> (bool, bool) {
        (self != Some(0), self.is_none_or(|v| v == 0))
    }

    fn from_truth(can_be_true: bool, can_be_false: bool) -> Self {
        (can_be_true != can_be_false).then_some(can_be_true.into())
    }

    fn join(self, other: Self) -> Self {
        self.filter(|_| self == other)
    }

    fn unary(self, op: Unary) -> Self {
        self.filter(|_| op != Unary::ObjectOf).map(|a| unary(op, a as Value).into())
    }

    fn binary(self, op: Binary, other: Self) -> Option<Self> {
        match (self, other) {
            (Some(a), Some(b)) => Some(Some(binary(op, a as Value, b as Value).ok()?.into())),
            _ => Some(None),
        }
    }
}

/// One evaluation, and whether a division by zero was possible on the way.
pub struct Evaluation<F> {
    pub variable: F,
    pub divides_by_zero: bool,
}

impl<D: Domain, F: Fn(VariableId) -> D> Evaluation<F> {
    pub fn new(variable: F) -> Self {
        Evaluation { variable, divides_by_zero: false }
    }

    /// Every value that an expression may have; nothing if it only goes wrong.
    pub fn eval(&mut self, e: &Expr) -> Option<D> {
        Some(match e {
            Expr::Const(v) => D::constant(*v),
            Expr::Var(v) => (self.variable)(*v),
            Expr::Any => D::ANY,
            Expr::Unary(op, a) => self.eval(a)?.unary(*op),
            Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => self.shortcut(*op == Binary::Or, a, b)?,
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.divides_by_zero |= matches!(op, Binary::Div | Binary::Rem) && b.truth().1;
                a.binary(*op, b)?
            }
            Expr::Conditional(c, a, b) => {
                let (can_be_true, can_be_false) = self.eval(c)?.truth();
                let a = if can_be_true { self.eval(a) } else { None };
                let b = if can_be_false { self.eval(b) } else { None };
                match (a, b) {
                    (Some(a), Some(b)) => a.join(b),
                    (a, b) => a.or(b)?,
                }
            }
        })
    }

    /// `a || b` if true decides, otherwise `a && b`.
    fn shortcut(&mut self, decisive: bool, a: &Expr, b: &Expr) -> Option<D> {
        let (yes, no) = self.eval(a)?.truth();
        let (decided, open) = if decisive { (yes, no) } else { (no, yes) };
        let (yes, no) = if open { self.eval(b).map_or((false, false), D::truth) } else { (false, false) };
        let (yes, no) = if decisive { (yes || decided, no) } else { (yes, no || decided) };
        (yes || no).then(|| D::from_truth(yes, no))
    }
}
