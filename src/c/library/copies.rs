//! `memcpy`, `memmove`, `strcpy`.

use super::{Call, Result, binary, constant};
use crate::c::forms::{At, Located, Operand, moved};
use crate::c::function::Body;
use crate::c::literals::string_of;
use crate::c::types::{INT, Type};
use crate::c::unit::Lowered;
use crate::ir::*;
use lang_c::span::Span;

/// So many characters are copied at most.
const MOST_COPIED: Value = 4096;

/// Objects of one type, whose number is known when the program runs.
struct Many {
    to: Expr,
    from: Expr,
    ty: Type,
    stride: Stride,
    count: Expr,
}

impl Body<'_, '_> {
    /// As many objects of the type that both lead to as the size says.
    pub(super) fn copied_memory(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let (to, from) = self.alike(call)?;
        if let Some(many) = self.copied_late(call, &to, &from)? {
            self.are_apart(
                &many.to,
                &many.from,
                binary(Binary::Mul, many.count.clone(), constant(many.stride.cells as Value)),
            );
            self.repeated_late(&many.count, |this, i| this.copied_at(&many, i, call.span))?;
            return Ok(self.written_to(&to));
        }
        let count = self.objects_in(self.argument(call, 2)?, &to.ty)?;
        self.in_both(call, constant(count as Value))?;
        self.lie_apart(&to, &from, count * self.unit.structs.cells(&to.ty));
        self.copied_one_by_one((&to, &from), 0..count, call.span)?;
        Ok(self.written_to(&to))
    }

    /// The same, as if all of them were read before the first is written (C11 7.24.2.2p2): from the end at which
    /// nothing is overwritten that is still to be read.
    pub(super) fn moved_memory(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let (to, from) = self.alike(call)?;
        let many = self.copied_late(call, &to, &from)?;
        let count = if many.is_some() { 0 } else { self.objects_in(self.argument(call, 2)?, &to.ty)? };
        self.in_both(call, constant(count as Value))?;
        let (upwards, downwards, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        let [a, b] = [&to, &from].map(|at| at.address().unwrap_or(Expr::Const(0)));
        let [a, b] = [a, b].map(|at| self.fixed(Operand::new(at, Type::pointer(INT))).expr);
        self.branch(binary(Binary::Le, a, b), upwards, downwards);
        self.land(upwards);
        match &many {
            Some(many) => self.repeated_late(&many.count, |this, i| this.copied_at(many, i, call.span))?,
            None => self.copied_one_by_one((&to, &from), 0..count, call.span)?,
        }
        self.goto(end);
        self.land(downwards);
        match &many {
            Some(many) => self.repeated_late(&many.count, |this, i| {
                let last = binary(Binary::Sub, many.count.clone(), constant(1));
                this.copied_at(many, binary(Binary::Sub, last, i), call.span)
            })?,
            None => self.copied_one_by_one((&to, &from), (0..count).rev(), call.span)?,
        }
        self.land(end);
        Ok(self.written_to(&to))
    }

    fn copied_one_by_one(
        &mut self,
        (to, from): (&Located, &Located),
        order: impl Iterator<Item = u32>,
        span: Span,
    ) -> Lowered<()> {
        let cells = self.unit.structs.cells(&to.ty);
        for i in order {
            let [to, from] = [to, from].map(|o| o.clone().further(i * cells, o.ty.clone()));
            if to.ty.is_scalar() {
                self.stored(&to, from.load(), false)?;
            } else {
                self.copied(&to, &from, span)?;
            }
            if !self.unit.control.goes_on() {
                break;
            }
        }
        Ok(())
    }

    /// What is copied, where how much that is becomes known when the program runs.
    fn copied_late(&mut self, call: &Call<'_>, to: &Located, from: &Located) -> Lowered<Option<Many>> {
        let size = self.argument(call, 2)?;
        let (Err(_), Some(a), Some(b)) = (self.unit.constant(size), to.address(), from.address()) else {
            return Ok(None);
        };
        let [a, b] = [a, b].map(|at| self.fixed(Operand::new(at, Type::pointer(to.ty.clone()))).expr);
        let stride = self.unit.stride(&to.ty);
        let count = self.counted_late(call.name, &[a.clone(), b.clone()], stride, size)?;
        self.in_both(call, count.clone())?;
        Ok(Some(Many { to: a, from: b, ty: to.ty.clone(), stride, count }))
    }

    /// So many objects are copied.
    fn in_both(&mut self, call: &Call<'_>, count: Expr) -> Lowered<()> {
        let both = [self.argument(call, 0)?, self.argument(call, 1)?];
        self.are_inside(count, &both);
        Ok(())
    }

    /// One of many objects.
    fn copied_at(&mut self, many: &Many, i: Expr, span: Span) -> Lowered<()> {
        let [to, from] = [&many.to, &many.from].map(|first| {
            let at = At::Pointer(moved(first.clone(), i.clone(), many.stride));
            Located { at, ty: many.ty.clone() }
        });
        self.copied_one_by_one((&to, &from), 0..1, span)
    }

    /// To where, and from where.
    fn alike(&mut self, call: &Call<'_>) -> Lowered<(Located, Located)> {
        let to = self.object(call, 0)?;
        let from = self.object(call, 1)?;
        if to.ty.plain() != from.ty.plain() {
            return self.refuse(
                call.span,
                format!("`{}` copies whole objects of one type", call.name),
                "of another type",
            );
        }
        Ok((to, from))
    }

    /// What is copied may not overlap with where it is copied to (C11 7.24.2.1p2); compilers copy objects to themselves.
    fn lie_apart(&mut self, to: &Located, from: &Located, cells: u32) {
        if let (At::Cell(to), At::Cell(from)) = (&to.at, &from.at)
            && to.0.abs_diff(from.0) >= cells
        {
            return;
        }
        let (Some(to), Some(from)) = (to.address(), from.address()) else { return };
        let [to, from] = [to, from].map(|at| self.fixed(Operand::new(at, Type::pointer(INT))).expr);
        self.are_apart(&to, &from, constant(cells as Value));
    }

    fn are_apart(&mut self, to: &Expr, from: &Expr, cells: Expr) {
        let behind = |at: &Expr| binary(Binary::Add, at.clone(), cells.clone());
        let before = |a: &Expr, b: &Expr| binary(Binary::Le, behind(a), b.clone());
        let apart = binary(Binary::Or, before(to, from), before(from, to));
        let same = binary(Binary::Eq, to.clone(), from.clone());
        self.demand(binary(Binary::Or, same, apart), "`memcpy` of what overlaps");
    }

    /// A text that is written down in the program, character by character; `strncpy` writes as many as it is told, and
    /// zeros behind the text (C11 7.24.2.4).
    pub(super) fn copied_text(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.object(call, 0)?;
        let from = self.argument(call, 1)?;
        let Some(text) = string_of(from) else {
            return self.refuse(from.span, "texts are copied from literals alone", "not known here");
        };
        let mut bytes = text;
        if call.name == "strncpy" {
            bytes.resize(self.copied_length(call)?, 0);
        }
        let end = bytes.iter().position(|byte| *byte == 0).map_or(bytes.len(), |end| end + 1);
        bytes.truncate(if call.name == "strncpy" { bytes.len() } else { end });
        self.are_inside(constant(bytes.len() as Value), &[self.argument(call, 0)?]);
        for (i, byte) in (0..).zip(bytes) {
            let value = Operand::constant(byte as i8 as Value, to.ty.clone());
            self.stored(&to.clone().further(i, to.ty.clone()), value, false)?;
        }
        Ok(self.written_to(&to))
    }

    /// So many characters `strncpy` writes.
    fn copied_length(&mut self, call: &Call<'_>) -> Lowered<usize> {
        let e = self.argument(call, 2)?;
        match self.unit.constant(e) {
            Ok(length @ 0..=MOST_COPIED) => Ok(length as usize),
            _ => self.refuse(e.span, "how many characters are copied must be known", "not a small number"),
        }
    }
}
