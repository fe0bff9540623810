//! Calls and waits: statements that are one step, or two.

use super::body::Body;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::build::{Mark, Naming};
use crate::ir::{Action, Domain, Expr, Op, Place, PlaceKind, Reg};
use crate::syntax::ast::{self, Call};

impl Body<'_, '_> {
    /// `f(e);`
    pub(super) fn call(&mut self, call: &Call, text: String, at: Mark, next: Mark) {
        let op = self.call_op(call, None, next).unwrap_or(Op::Skip { next: next.loc() });
        self.push(at, op, text, call.span, Naming::Own);
    }

    /// `x = f(e);`, with a further step unless `x` is a register.
    pub(super) fn call_into(&mut self, place: &ast::Expr, call: &Call, text: String, at: Mark, next: Mark) {
        let span = ast::join(place.span, call.span);
        let Some((place, ty)) = self.checker.target(place) else { return self.call(call, text, at, next) };
        if let PlaceKind::Reg(reg) = place.kind {
            let op = self.call_op(call, Some((ty, reg)), next).unwrap_or(Op::Skip { next: next.loc() });
            self.push(at, op, text, span, Naming::Own);
            return;
        }
        let between = self.steps.fresh();
        let result = self.hidden("result", full_domain(ty));
        let op = self.call_op(call, Some((ty, result)), between).unwrap_or(Op::Skip { next: between.loc() });
        let step = self.push(at, op, text.clone(), span, Naming::Own);
        let value = Expr::Load(Place { kind: PlaceKind::Reg(result), domain: full_domain(ty) });
        self.while_live(Some(result), |body| {
            let op = Op::Do { action: Action::Assign { place, value }, next: next.loc() };
            body.push(between, op, text, span, Naming::After(step, ".result"));
        });
    }

    /// The call; its result goes to a register of the given type.
    pub(super) fn call_op(&mut self, call: &Call, result: Option<(Type, Reg)>, next: Mark) -> Option<Op> {
        let Some(procedure) = self.checker.callee(&call.name) else {
            call.arguments.iter().for_each(|argument| {
                self.checker.expr(argument);
            });
            return None;
        };
        let arguments = self.checker.arguments(procedure, &call.arguments, call.span);
        if let Some((wanted, _)) = result {
            self.check_result(procedure, wanted, call.span);
        }
        Some(Op::Call { procedure: procedure as u32, arguments, result: result.map(|(_, reg)| reg), next: next.loc() })
    }

    fn check_result(&mut self, procedure: usize, wanted: Type, span: Span) {
        let signature = self.checker.signatures[procedure].clone();
        if signature.result != Type::Void {
            return self.checker.require(wanted, signature.result, span);
        }
        let name = &signature.name.text;
        self.checker.report(
            Diagnostic::error(format!("`{name}` returns nothing"), span, "its result is used")
                .also(signature.name.span, "declared `void` here")
                .help(format!("write `{name}(..);`, or declare it `int {name}(..)`")),
        );
    }

    pub(super) fn wait(&mut self, mutex: &ast::Expr, text: String, span: Span, at: Mark, next: Mark) {
        let Some(mutex) = self.checker.mutex(mutex) else { return self.steps.alias(at, next) };
        let between = self.steps.fresh();
        let depth = mutex.reentrant.then(|| self.hidden("depth", Domain::Int));
        let release = Action::WaitRelease { mutex: mutex.clone(), depth };
        let op = Op::Do { action: release, next: between.loc() };
        let step = self.push(at, op, text.clone(), span, Naming::Own);
        self.while_live(depth, |body| {
            let op = Op::Do { action: Action::WaitAcquire { mutex, depth }, next: next.loc() };
            body.push(between, op, text, span, Naming::After(step, ".wake"));
        });
    }
}

/// The domain of a register that passes a result on unchanged.
fn full_domain(ty: Type) -> Domain {
    ty.value().domain()
}
