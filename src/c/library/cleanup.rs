//! `pthread_cleanup_push` and `pop`: what is done where a thread ends between them.

use super::{Call, Result};
use crate::c::forms::Operand;
use crate::c::function::{Body, Cleanup};
use crate::c::types::Type;
use crate::c::unit::Lowered;
use crate::ir::Expr;
use lang_c::span::Span;

impl Body<'_, '_> {
    pub(super) fn cleanup_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        match call.name {
            "__moverlog_cleanup_push" => self.cleanup_push(call)?,
            "__moverlog_cleanup_pop" => self.cleanup_pop(call)?,
            _ => return Ok(None),
        }
        Ok(Some(Result::nothing()))
    }

    /// The argument is kept in a register up to the pop.
    fn cleanup_push(&mut self, call: &Call<'_>) -> Lowered<()> {
        let handler = self.argument(call, 0)?;
        let name = self.unit.defined_function(handler).map(String::from);
        let signature = name.as_ref().and_then(|f| self.unit.types.get(f).cloned());
        let (Some(handler), Some(Type::Function(signature))) = (name, signature) else {
            let refusal = self.unit.refusal(handler.span, "which handler this is, is not known", "no function by name");
            return Err(refusal.help("name a function that has a body here").into());
        };
        let [ty] = signature.parameters.as_slice() else {
            return self.refuse(call.span, format!("`{handler}` takes one argument as a handler"), "of another type");
        };
        let value = self.value_as(self.argument(call, 1)?, ty)?;
        let register = self.register("cleanup", ty, true);
        self.used(&value);
        self.set(register, ty, value.expr);
        self.cleanups.push(Cleanup { handler, register, ty: ty.clone(), loops: self.loops.len() });
        Ok(())
    }

    fn cleanup_pop(&mut self, call: &Call<'_>) -> Lowered<()> {
        let execute = self.argument(call, 0)?;
        let Some(cleanup) = self.cleanups.pop() else {
            return self.refuse(call.span, "no handler was pushed", "nothing to take away");
        };
        if self.is_null(execute) {
            return Ok(());
        }
        let (run, end) = (self.steps.fresh(), self.steps.fresh());
        self.condition(execute, run, end)?;
        self.land(run);
        self.cleaned_up(&cleanup, call.span)?;
        self.land(end);
        Ok(())
    }

    /// The handlers of a thread that ends, the last one first.
    pub(super) fn all_cleaned_up(&mut self, span: Span) -> Lowered<()> {
        if (!self.is_root || !self.expanded.is_empty()) && self.unit.facts.cleanups {
            let refusal = self.unit.refusal(
                span,
                "a thread ends in a function that is called, and handlers may be waiting where it is called",
                "`pthread_exit` here",
            );
            return Err(refusal.help("end it in the function that it begins with").into());
        }
        self.cleanups.clone().iter().rev().try_for_each(|cleanup| self.cleaned_up(cleanup, span))
    }

    fn cleaned_up(&mut self, cleanup: &Cleanup, span: Span) -> Lowered<()> {
        let argument = Expr::Load(self.register_place(cleanup.register, &cleanup.ty));
        let arguments = vec![Operand::new(argument, cleanup.ty.clone())];
        match self.is_atomic() {
            true => self.expanded(&cleanup.handler, arguments, span).map(|_| ()),
            false => {
                self.called(&cleanup.handler, arguments, false);
                Ok(())
            }
        }
    }

    /// Between push and pop control stays inside (POSIX, `pthread_cleanup_pop`); `inner` is the loop that is left or
    /// repeated, by its number: one that begins there is as others are.
    pub(in crate::c) fn leaves_no_handler(&self, span: Span, inner: Option<usize>) -> Lowered<()> {
        let leaves = |c: &Cleanup| inner.is_none_or(|number| number < c.loops);
        if self.cleanups.last().is_none_or(|c| !leaves(c)) {
            return Ok(());
        }
        let message = "control jumps out of or into what stands between `pthread_cleanup_push` and `pop`";
        let refusal = self.unit.refusal(span, message, "the handler stays behind: that is not defined");
        Err(refusal.help("go on to `pthread_cleanup_pop`, or end the thread with `pthread_exit`").into())
    }
}
