//! Functions without a body of which the command line says what they return (`--stub`).

use super::{Call, Result, constant};
use crate::c::Stub;
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::types::{INT, Type};
use crate::c::unit::{Entity, Lowered, Unit};
use crate::ir::*;

impl Unit<'_> {
    /// The type of what a function returns that has no body.
    pub(super) fn result_of(&self, name: &str) -> Type {
        match self.lookup(name) {
            Some(Entity::Function(name)) => match self.types.get(name) {
                Some(Type::Function(f)) => f.result.plain().clone(),
                _ => INT,
            },
            _ => INT,
        }
    }
}

impl Body<'_, '_> {
    /// Its arguments are evaluated, and it does nothing else.
    pub(super) fn stub_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let Some((_, stub)) = self.unit.options.stubs.iter().find(|(name, _)| name == call.name) else {
            return Ok(None);
        };
        self.looked_at(call)?;
        let result = self.unit.result_of(call.name);
        let (lo, hi) = match (stub, result.int()) {
            (Stub::Skip, _) if !call.needed => return Ok(Some(Result::nothing())),
            (_, None) if result == Type::Void => return Ok(Some(Result::nothing())),
            (Stub::Any, Some(int)) => {
                let value = self.any_of(int);
                return Ok(Some(Result::of(value)));
            }
            (Stub::Values(lo, hi), Some(int)) if int.range().0 <= *lo && *hi <= int.range().1 => (*lo, *hi),
            (Stub::Values(0, 0), None) if result.pointee().is_some() => (0, 0),
            _ => return self.unfit(call, &result),
        };
        if lo == hi {
            return Ok(Some(Result::of(Operand::constant(lo, result))));
        }
        let (register, value) = self.outcome(&result);
        let place = self.register_place(register, &result);
        self.act(Action::ChooseRange { place, lo: constant(lo), hi: constant(hi) });
        Ok(Some(Result::of(value)))
    }

    fn unfit<T>(&self, call: &Call<'_>, result: &Type) -> Lowered<T> {
        let (name, is) = (call.name, self.unit.structs.words(result));
        let message = format!("what `--stub` says of `{name}` does not fit its result, `{is}`");
        let help = match result.pointee() {
            Some(_) => format!("`--stub {name}=0` returns a null pointer"),
            None => format!("`--stub {name}=0..1` returns one of these numbers, `--stub {name}` any"),
        };
        Err(self.unit.refusal(call.head(), message, "called here").help(help).into())
    }
}
