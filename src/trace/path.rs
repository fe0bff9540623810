//! What one step of a model has done, as expressions over the variables before it.

use super::conditions::binary_expr;
use super::ctp::Expr;
use super::log;
use crate::ir::{Binary, Unary, Value};
use crate::semantics::Slot;

/// A value as it was, and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) expr: Expr,
}

impl From<Value> for Known {
    fn from(value: Value) -> Known {
        Known { value, expr: Expr::Const(value.into()) }
    }
}

impl Known {
    pub(super) fn is_constant(&self) -> bool {
        matches!(self.expr, Expr::Const(_))
    }

    pub(super) fn is(&self, value: Value) -> Expr {
        binary_expr(Binary::Eq, self.expr.clone(), Expr::Const(value.into()))
    }

    /// The condition that this has the truth that it had.
    pub(super) fn as_it_was(&self) -> Expr {
        if self.value != 0 { self.expr.clone() } else { Expr::Unary(Unary::Not, Box::new(self.expr.clone())) }
    }
}

/// What a step has done so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Path {
    /// Everything that must hold for the step to go this way.
    pub(super) conditions: Vec<Expr>,
    /// What was stored, in this order; the last one counts.
    pub(super) written: Vec<(Slot, Known)>,
}

impl Path {
    pub(super) fn require(&mut self, condition: Expr) {
        if !matches!(condition, Expr::Const(_)) {
            self.conditions.push(condition);
        }
    }

    /// An expression that is too long for a log stands for any value: in a step that computes with what it
    /// has just stored it may grow without end.
    pub(super) fn store(&mut self, slot: Slot, mut known: Known) {
        known.expr = readable(known.expr);
        self.written.push((slot, known));
    }
}

/// An expression that a log can have, or any value.
pub(super) fn readable(e: Expr) -> Expr {
    if log::extent(&e).is_readable() { e } else { Expr::Any }
}
