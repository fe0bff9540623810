//! Statements that are one action: assignments, choices, locks, assertions.

use super::Checker;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Action, Binary, Expr, Place};
use crate::syntax::ast::{self, MutexOp, StatementKind, Value};

impl Checker<'_> {
    /// The action of a statement that is one; what is wrong with it has been reported.
    pub(super) fn action(&mut self, kind: &StatementKind, span: Span) -> Option<Action> {
        match kind {
            StatementKind::Assign { place, op: None, value } => {
                let Some((place, ty)) = self.target(place) else { return self.value_alone(value) };
                self.store(place, ty, value, span)
            }
            StatementKind::Assign { place, op: Some(op), value: Value::Expr(value) } => self.update(place, *op, value),
            StatementKind::Cas(cas) => self.cas(cas, None),
            StatementKind::Assert(expr) => Some(Action::Assert(self.typed(expr, Type::BOOL))),
            StatementKind::Assume(expr) => Some(Action::Assume(self.typed(expr, Type::BOOL))),
            StatementKind::Mutex { op, mutex } => {
                let mutex = self.mutex(mutex)?;
                Some(match op {
                    MutexOp::Acquire => Action::Acquire(mutex),
                    MutexOp::Release => Action::Release(mutex),
                    MutexOp::Notify => Action::Notify(mutex),
                    MutexOp::NotifyAll | MutexOp::Wait => Action::NotifyAll(mutex),
                })
            }
            StatementKind::Assign { op: Some(_), .. } | StatementKind::Call(_) => None,
            StatementKind::Empty | StatementKind::Skip => None,
            StatementKind::Block(_) | StatementKind::Declaration(_) => None,
            StatementKind::Goto(_) | StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => None,
            StatementKind::If { .. } | StatementKind::While { .. } | StatementKind::For(_) => None,
            StatementKind::Switch(_) | StatementKind::Choose { .. } | StatementKind::Atomic(_) => None,
            StatementKind::Spawn(_) | StatementKind::Join(_) => None,
        }
    }

    /// Reports what is wrong with a value whose target is wrong already.
    fn value_alone(&mut self, value: &Value) -> Option<Action> {
        if let Value::Expr(expr) = value {
            self.expr(expr);
        }
        None
    }

    /// Storing a value that takes no step of its own.
    pub(super) fn store(&mut self, place: Place, ty: Type, value: &Value, span: Span) -> Option<Action> {
        Some(match value {
            Value::Expr(expr) => Action::Assign { place, value: self.typed(expr, ty) },
            Value::Choose(values) => {
                Action::Choose { place, values: values.iter().map(|value| self.typed(value, ty)).collect() }
            }
            Value::ChooseRange(low, high) => {
                self.require(ty, Type::INT, span);
                let (lo, hi) = (self.typed(low, Type::INT), self.typed(high, Type::INT));
                self.warn_empty_choice(&lo, &hi, ast::join(low.span, high.span));
                Action::ChooseRange { place, lo, hi }
            }
            Value::Cas(cas) => {
                self.require(ty, Type::BOOL, span);
                return self.cas(cas, Some(place));
            }
            Value::Call(call) => {
                self.report(super::atomics::not_inside("a call", call.span));
                return None;
            }
            Value::Spawn(call) => {
                self.report(super::atomics::not_inside("`spawn`", call.span));
                return None;
            }
        })
    }

    fn warn_empty_choice(&mut self, lo: &Expr, hi: &Expr, span: Span) {
        if let (Expr::Const(lo), Expr::Const(hi)) = (lo, hi)
            && lo > hi
        {
            let message = format!("the choice {lo}..{hi} is empty");
            let diagnostic = Diagnostic::warning(message, span, "no value is in it: the thread blocks here");
            self.report(diagnostic.help("write the smaller bound first; both bounds belong to it"));
        }
    }

    /// `x += e`
    fn update(&mut self, place: &ast::Expr, op: Binary, value: &ast::Expr) -> Option<Action> {
        let Some((target, ty)) = self.target(place) else {
            self.expr(value);
            return None;
        };
        let bitwise = matches!(op, Binary::BitAnd | Binary::BitOr | Binary::BitXor);
        let operand = if bitwise && ty == Type::BOOL { Type::BOOL } else { Type::INT };
        self.require(operand, ty, place.span);
        let value = self.typed(value, operand);
        let sum = Expr::Binary(op, Box::new(Expr::Load(target.clone())), Box::new(value));
        Some(Action::Assign { place: target, value: sum })
    }

    fn cas(&mut self, cas: &ast::Cas, result: Option<Place>) -> Option<Action> {
        let (place, ty) = self.target(&cas.place)?;
        let (old, new) = (self.typed(&cas.old, ty), self.typed(&cas.new, ty));
        Some(Action::Cas { result, place, old, new })
    }
}
