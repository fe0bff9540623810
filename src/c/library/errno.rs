//! `errno`: what a call leaves there that has failed.

use super::{Call, Result, constant};
use crate::c::forms::{Located, Operand};
use crate::c::function::Body;
use crate::c::types::{INT, Type};
use crate::c::unit::{Entity, Lowered};
use crate::ir::{Expr, Value};

/// What glibc's headers call to come to it.
const LOCATION: &str = "__errno_location";

impl Body<'_, '_> {
    /// The address of this thread's `errno`.
    pub(super) fn errno_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        if call.name != LOCATION {
            return Ok(None);
        }
        let address = self.errno_object(call.span.start).and_then(|object| object.address()).unwrap_or(constant(0));
        Ok(Some(Result::of(Operand::new(address, Type::pointer(INT)))))
    }

    /// This thread's `errno`, if the program looks at it.
    fn errno_object(&mut self, at: usize) -> Option<Located> {
        if let Some(Entity::Object(home, ty)) = self.unit.lookup("__moverlog_errno").cloned() {
            return Some(self.home_place(&home, &ty));
        }
        let span = lang_c::span::Span { start: at, end: at };
        let called = self.unit.facts.is_called(LOCATION);
        let home = called.then(|| self.laid_out("errno", |unit| unit.thread_local("errno", &INT, span)))?;
        Some(self.home_place(&home, &INT))
    }

    /// What is wrong, where a call has failed.
    pub(super) fn errno(&mut self, failed: Expr, value: Value, at: usize) -> Lowered<()> {
        let Some(object) = self.errno_object(at) else { return Ok(()) };
        self.where_it_failed(failed, |this| this.stored(&object, Operand::constant(value, INT), false).map(|_| ()))
    }

    /// What is wrong is not known, where a call has failed.
    pub(super) fn unknown_errno(&mut self, failed: Expr, at: usize) -> Lowered<()> {
        let Some(object) = self.errno_object(at) else { return Ok(()) };
        self.where_it_failed(failed, |this| {
            this.forgets(&object);
            Ok(())
        })
    }

    fn where_it_failed(&mut self, failed: Expr, then: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let (yes, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(failed, yes, end);
        self.land(yes);
        then(self)?;
        self.land(end);
        Ok(())
    }
}
