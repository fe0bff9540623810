//! Functions of floating-point numbers: they look at what they are given, and what they return is not followed.

use super::{Call, Result, constant};
use crate::c::floats::DOUBLE;
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::mathematics::is_mathematics;
use crate::c::types::Type;
use crate::c::unit::Lowered;

impl Body<'_, '_> {
    pub(super) fn mathematics_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        if !is_mathematics(call.name) {
            return Ok(None);
        }
        // What is no number they say by `errno`.
        self.unknown_errno(constant(1), call.at)?;
        let declared = self.unit.result_of(call.name);
        let ty = if declared.float().is_some() { declared } else { Type::Float(DOUBLE) };
        Ok(Some(Result::of(Operand::constant(0, ty))))
    }
}
