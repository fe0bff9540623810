//! Functions of floating-point numbers: they look at what they are given, and what they return is not followed.

use super::{Call, Result, constant};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::mathematics::is_mathematics;
use crate::c::unit::Lowered;

impl Body<'_, '_> {
    pub(super) fn mathematics_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let ty = self.unit.result_of(call.name);
        // Programs have other functions of such a name: `void log(char *)`.
        if !is_mathematics(call.name) || ty.float().is_none() {
            return Ok(None);
        }
        // What is no number they say by `errno`.
        self.unknown_errno(constant(1), call.at)?;
        Ok(Some(Result::of(Operand::constant(0, ty))))
    }
}
