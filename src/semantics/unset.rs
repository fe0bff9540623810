//! What nobody has set: it is copied, and what is computed of it is not set either. Whoever decides by it stops.

use super::eval::{Evaluator, Stores};
use super::failure::{Failure, FailureKind};
use crate::control::Bound;
use crate::ir::*;

impl Evaluator<'_> {
    /// What a variable gets of an expression; nothing if that depends on what nobody has set.
    pub(crate) fn assigned(&mut self, e: &Expr, s: &Stores) -> Result<Option<Value>, Failure> {
        let copies = self.program.unset.as_ref().is_some_and(|unset| !unset.stops_copies);
        match self.eval(e, s) {
            Err(failure) if copies && failure.kind == FailureKind::Limit(Bound::Uninitialised) => {
                for place in loads(e).ok_or(failure)? {
                    let slot = self.slot(place, s)?;
                    self.load(slot, s);
                }
                Ok(None)
            }
            value => value.map(Some),
        }
    }

    /// The same of what a parameter is given, or a caller.
    pub(crate) fn handed_on(&mut self, e: &Expr, s: &Stores) -> Result<Value, Failure> {
        Ok(self.assigned(e, s)?.unwrap_or(UNSET))
    }
}

/// The places that an expression reads, if it always reads all of them and nothing goes wrong but finding them.
pub(crate) fn loads(e: &Expr) -> Option<Vec<&Place>> {
    match e {
        Expr::Const(_) | Expr::Tid => Some(vec![]),
        Expr::Load(place) => Some(vec![place]),
        Expr::Unary(_, a) => loads(a),
        Expr::Binary(Binary::And | Binary::Or, ..) => None,
        Expr::Binary(op, ..) if op.divides() || op.is_wide() => None,
        Expr::Binary(_, a, b) => Some([loads(a)?, loads(b)?].concat()),
        Expr::AddressOf(_) | Expr::Offset { .. } | Expr::Distance { .. } | Expr::Conditional(..) => None,
    }
}
