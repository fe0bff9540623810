//! `memset`, `bzero`.

use super::{Call, Result, binary, constant, plus};
use crate::c::forms::{At, Located, Operand, moved};
use crate::c::function::Body;
use crate::c::types::{INT, Int, Type};
use crate::c::unit::Lowered;
use crate::control::Bound;
use crate::ir::*;
use lang_c::ast::Expression;
use lang_c::span::Node;

impl Body<'_, '_> {
    /// `memset(p, byte, sizeof *p)` of an object: every byte is set.
    pub(super) fn set_memory(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.object(call, 0)?;
        let byte = if call.name == "bzero" { Some(0) } else { self.unit.constant(self.argument(call, 1)?).ok() };
        let leaves = self.unit.structs.leaves(&to.ty);
        let fits = |byte: &Value| leaves.iter().all(|(_, ty)| !ty.is_scalar() || filled(ty, *byte as u8).is_some());
        let Some(byte) = byte.filter(fits).map(|byte| byte as u8) else {
            let message = "`memset` is supported for 0, and for another known byte in integers of up to 32 bits";
            return self.refuse(call.span, message, "another byte");
        };
        let size = self.argument(call, if call.name == "bzero" { 1 } else { 2 })?;
        if self.unit.constant(size).is_err()
            && let Some(first) = to.address()
        {
            self.set_late((&to, byte), first, size)?;
            return Ok(self.written_to(&to));
        }
        let count = self.objects_in(size, &to.ty)?;
        let cells = self.unit.structs.cells(&to.ty);
        for object in 0..count {
            if !self.unit.control.goes_on() {
                break;
            }
            self.set_object(&to.clone().further(object * cells, to.ty.clone()), byte)?;
        }
        Ok(self.written_to(&to))
    }

    /// One object after the other, of so many bytes as are known when the program runs; what is left of them is not
    /// followed.
    fn set_late(&mut self, (to, byte): (&Located, u8), first: Expr, bytes: &Node<Expression>) -> Lowered<()> {
        let bytes = self.value_as(bytes, &self.unit.options.data_model.size())?;
        let bytes = self.fixed(bytes);
        let stride = self.unit.stride(&to.ty);
        let size = stride.bytes.max(1) as Value;
        self.demand(binary(Binary::Ne, first.clone(), constant(0)), "`memset` of a null pointer");
        // Of 32 bits those above the half are more than any object has.
        self.demand(binary(Binary::Ge, bytes.expr.clone(), constant(0)), "`memset` of more than there is");
        let (at, index) = self.outcome(&INT);
        let [again, inside, part, end] = [(); 4].map(|()| self.steps.fresh());
        self.set(at, &INT, constant(0));
        self.branch(binary(Binary::Rem, bytes.expr.clone(), constant(size)), part, again);
        self.land(again);
        let count = binary(Binary::Div, bytes.expr, constant(size));
        self.branch(binary(Binary::Lt, index.expr.clone(), count), inside, end);
        self.land(inside);
        let object = Located { at: At::Pointer(moved(first, index.expr.clone(), stride)), ty: to.ty.clone() };
        self.set_object(&object, byte)?;
        self.set(at, &INT, plus(index.expr, 1));
        self.goto(again);
        self.land(part);
        self.stops(Bound::Pointers);
        self.land(end);
        Ok(())
    }

    fn set_object(&mut self, object: &Located, byte: u8) -> Lowered<()> {
        self.overwrites_locks(object);
        for (i, (_, ty)) in (0..).zip(self.unit.structs.leaves(&object.ty)) {
            if ty.is_scalar() {
                let one = object.clone().further(i, ty.clone());
                let value = filled(&ty, byte).unwrap_or(0);
                self.stored(&one, Operand::constant(value, ty), false)?;
            }
        }
        Ok(())
    }
}

/// What all bytes of a scalar are, if its value is followed then.
fn filled(ty: &Type, byte: u8) -> Option<Value> {
    match (byte, ty.int()) {
        (0, _) => Some(0),
        (1, Some(Int { bits: 1, .. })) => Some(1),
        (_, Some(Int { bits: 8, signed })) => Some(if signed { (byte as i8).into() } else { byte.into() }),
        (_, Some(Int { bits: 16, signed })) => {
            let both = u16::from_ne_bytes([byte; 2]);
            Some(if signed { (both as i16).into() } else { both.into() })
        }
        (_, Some(Int { bits: 32, .. })) => Some(Value::from_ne_bytes([byte; 4])),
        (u8::MAX, Some(Int { bits: 64, signed: true })) => Some(-1),
        _ => None,
    }
}
