//! What may be done with [names] of values: they are copied, and each is equal to itself.

use super::eval::{Evaluator, Stores, binary};
use super::failure::{Failure, FailureKind};
use crate::control::Bound;
use crate::ir::{Binary, Expr, Value, names};

impl Evaluator<'_> {
    /// The value of what is computed with, or decides.
    pub(super) fn number(&mut self, e: &Expr, s: &Stores) -> Result<Value, Failure> {
        let value = self.eval(e, s)?;
        self.no_name(value)
    }

    /// The value, if it is no name: also what was computed, and is one by chance.
    pub(super) fn no_name(&self, value: Value) -> Result<Value, Failure> {
        if self.is_name(value) {
            let message = "a value from outside is asked for that stands for all of them";
            return Err(Failure::new(FailureKind::Limit(Bound::Inputs), message));
        }
        Ok(value)
    }

    pub(super) fn combined(&self, op: Binary, a: Value, b: Value) -> Result<Value, Failure> {
        let compares = matches!(op, Binary::Eq | Binary::Ne);
        match compares && (self.is_name(a) || self.is_name(b)) {
            true if a == b => Ok(Value::from(op == Binary::Eq)),
            true => Err(Failure::new(FailureKind::Names(a, b), "two values from outside are compared")),
            false => self.no_name(binary(op, self.no_name(a)?, self.no_name(b)?)?),
        }
    }

    fn is_name(&self, value: Value) -> bool {
        self.program.names && names::is_name(value)
    }
}
