//! `realloc`: a new object, with what was in the old one, which is given back.

use super::{binary, constant, plus};
use crate::c::forms::{At, Located, Operand, moved};
use crate::c::function::{Body, Here};
use crate::c::types::{INT, Type};
use crate::c::unit::{Allocation, Length, Lowered, Unit, unlowered};
use crate::ir::*;
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    pub(super) fn grown(
        &mut self,
        object: &Node<Expression>,
        size: &Node<Expression>,
        ty: &Type,
        span: Span,
        at: usize,
    ) -> Lowered<Operand> {
        if self.is_atomic() {
            return self.refuse(span, "`realloc` inside of an atomic region is not supported", "called here");
        }
        if self.unit.structs.leaves(ty).iter().any(|(_, ty)| !ty.is_scalar()) {
            return self.refuse(span, "objects of the library cannot be moved to another place", "moved here");
        }
        let old = self.value_as(object, &Type::pointer(ty.clone()))?;
        let old = self.fixed(old);
        let held = self.length_at(&old, ty);
        self.demand(binary(Binary::Ge, held.expr.clone(), constant(0)), "what grows here was not allocated");
        let new = self.allocate_one(ty, std::slice::from_ref(size), Allocation::Heap, span, at)?;
        let new = self.fixed(new);
        let length = self.length_at(&new, ty);
        self.carried_over((&old, &held), (&new, &length), ty)?;
        self.act(Action::Free(old.expr));
        Ok(new)
    }

    /// How many elements the object has that a pointer leads to: nothing has none, what was not allocated fewer.
    fn length_at(&mut self, pointer: &Operand, ty: &Type) -> Operand {
        let procedure = self.unit.length_of(ty, &self.here);
        let (register, length) = self.outcome(&INT);
        let arguments = vec![pointer.expr.clone()];
        self.step(|next| Op::Call { procedure, arguments, result: Some(Reg(register)), next });
        length
    }

    /// The elements that both have.
    fn carried_over(
        &mut self,
        (old, held): (&Operand, &Operand),
        (new, length): (&Operand, &Operand),
        ty: &Type,
    ) -> Lowered<()> {
        let (at, index) = self.outcome(&INT);
        let [head, inside, end] = [(); 3].map(|()| self.steps.fresh());
        self.set(at, &INT, constant(0));
        self.land(head);
        let before = |length: &Operand| binary(Binary::Lt, index.expr.clone(), length.expr.clone());
        self.branch(binary(Binary::And, before(held), before(length)), inside, end);
        self.land(inside);
        let stride = self.unit.stride(ty);
        let element = |of: &Operand| At::Pointer(moved(of.expr.clone(), index.expr.clone(), stride));
        let [to, from] = [new, old].map(|of| Located { at: element(of), ty: ty.clone() });
        for (i, (_, part)) in (0..).zip(self.unit.structs.leaves(ty)) {
            let value = from.clone().further(i, part.clone()).load();
            self.stored(&to.clone().further(i, part), value, false)?;
        }
        self.set(at, &INT, plus(index.expr, 1));
        self.goto(head);
        self.land(end);
        Ok(())
    }
}

impl Unit<'_> {
    /// The procedure for a type; it is made in the end. Two types may be written alike.
    fn length_of(&mut self, ty: &Type, here: &Here) -> u32 {
        if let Some(known) = self.lengths.values().find(|length| length.ty == *ty.plain()) {
            return known.procedure;
        }
        let mut name = format!("length of {}", self.structs.words(ty));
        while self.lengths.contains_key(&name) {
            name.push('\'');
        }
        let number = self.procedures.len() as u32;
        self.procedures.insert((name.clone(), false), number);
        self.program.procedures.push(unlowered(&name));
        let length = Length { procedure: number, ty: ty.plain().clone(), span: here.span, line: here.line };
        self.lengths.insert(name, length);
        number
    }

    /// Once all places are known that allocate.
    pub(in crate::c) fn make_lengths(&mut self) {
        for (name, Length { procedure, ty, span, line }) in std::mem::take(&mut self.lengths) {
            let mut body = Body::new(self, &name, false);
            body.here = Here { text: name.clone(), span, line };
            let (entry, always) = (body.at, body.registers.len());
            body.register("object", &Type::pointer(ty.clone()), false);
            body.result = INT;
            body.says_length(&ty);
            body.end_of_the_body();
            body.completed(procedure, entry, always + 1, Span::none());
        }
    }

    /// The first pointer, the distance, the count and the length of all objects that are one or more of a type.
    fn arrays_of(&self, ty: &Type) -> Vec<(Cell, u32, u32, u32)> {
        let length = |of: &Type| match of.plain() {
            Type::Array(element, len) if element.plain() == ty => Some(*len),
            other => (other == ty).then_some(1),
        };
        let pools = self.pools.values().filter(|pool| pool.how != Allocation::Automatic);
        pools.filter_map(|p| Some((p.base, p.stride, p.count, length(&p.ty)?))).collect()
    }
}

impl Body<'_, '_> {
    fn says_length(&mut self, ty: &Type) {
        let pointer = Expr::Load(self.register_place(self.registers.len() as u32 - 1, &Type::pointer(ty.clone())));
        for (base, stride, count, length) in self.unit.arrays_of(ty) {
            for i in 0..count {
                let (this, other) = (self.steps.fresh(), self.steps.fresh());
                let object = Located { at: At::Cell(Cell(base.0 + i * stride)), ty: ty.clone() };
                let address = object.address().unwrap_or(constant(0));
                self.branch(binary(Binary::Eq, pointer.clone(), address), this, other);
                self.land(this);
                self.end_with(Op::Return { value: Some(constant(length as Value)) });
                self.at = other;
            }
        }
        let other = Expr::Conditional(
            Box::new(binary(Binary::Eq, pointer, constant(0))),
            Box::new(constant(0)),
            Box::new(constant(-1)),
        );
        self.end_with(Op::Return { value: Some(other) });
    }
}
