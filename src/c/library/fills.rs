//! `memset`, `bzero`; and what is done with as many objects as are known when the program runs.

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
        let fits = |byte: &Value| leaves.iter().all(|(_, ty)| filled(ty, *byte as u8).is_some());
        let Some(byte) = byte.filter(fits).map(|byte| byte as u8) else {
            let message = "`memset` is supported for 0, and for another known byte in integers of up to 32 bits";
            return self.refuse(call.span, message, "another byte");
        };
        let size = self.argument(call, if call.name == "bzero" { 1 } else { 2 })?;
        if self.unit.constant(size).is_err()
            && let Some(first) = to.address()
        {
            self.set_late((&to, byte), first, call)?;
            return Ok(self.written_to(&to));
        }
        let count = self.objects_in(size, &to.ty)?;
        self.are_inside(constant(count as Value), &[self.argument(call, 0)?]);
        let cells = self.unit.structs.cells(&to.ty);
        for object in 0..count {
            if !self.unit.control.goes_on() {
                break;
            }
            self.set_object(&to.clone().further(object * cells, to.ty.clone()), byte)?;
        }
        Ok(self.written_to(&to))
    }

    /// One object after the other, of so many bytes as are known when the program runs.
    fn set_late(&mut self, (to, byte): (&Located, u8), first: Expr, call: &Call<'_>) -> Lowered<()> {
        let stride = self.unit.stride(&to.ty);
        let bytes = self.argument(call, if call.name == "bzero" { 1 } else { 2 })?;
        let count = self.counted_late("memset", std::slice::from_ref(&first), stride, bytes)?;
        self.are_inside(count.clone(), &[self.argument(call, 0)?]);
        self.repeated_late(&count, |this, i| {
            let object = Located { at: At::Pointer(moved(first, i, stride)), ty: to.ty.clone() };
            this.set_object(&object, byte)
        })
    }

    /// How many objects so many bytes are, behind these pointers; what is left of them is not followed.
    pub(super) fn counted_late(
        &mut self,
        name: &str,
        firsts: &[Expr],
        stride: Stride,
        bytes: &Node<Expression>,
    ) -> Lowered<Expr> {
        let bytes = self.value_as(bytes, &self.unit.options.data_model.size())?;
        let bytes = self.fixed(bytes);
        let size = constant(stride.bytes.max(1) as Value);
        for first in firsts {
            self.demand(binary(Binary::Ne, first.clone(), constant(0)), &format!("`{name}` of a null pointer"));
        }
        // Of 32 bits those above the half are more than any object has.
        let some = binary(Binary::Ge, bytes.expr.clone(), constant(0));
        self.demand(some, &format!("`{name}` of more than there is"));
        let [whole, part] = [(); 2].map(|()| self.steps.fresh());
        self.branch(binary(Binary::Rem, bytes.expr.clone(), size.clone()), part, whole);
        self.land(part);
        self.stops(Bound::Pointers);
        self.land(whole);
        Ok(self.kept(Operand::new(binary(Binary::Div, bytes.expr, size), INT)).expr)
    }

    /// Does something so often, from 0 on.
    pub(super) fn repeated_late(
        &mut self,
        count: &Expr,
        each: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let (at, index) = self.outcome(&INT);
        let [again, inside, end] = [(); 3].map(|()| self.steps.fresh());
        self.set(at, &INT, constant(0));
        self.land(again);
        self.branch(binary(Binary::Lt, index.expr.clone(), count.clone()), inside, end);
        self.land(inside);
        each(self, index.expr.clone())?;
        self.set(at, &INT, plus(index.expr, 1));
        self.goto(again);
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
