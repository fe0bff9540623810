//! Assignments: what is stored, and what it is worth.

use super::forms::{Access, At, Located, Operand};
use super::function::Body;
use super::tree::{compound, step_of};
use super::types::{INT, Type};
use super::unit::Lowered;
use crate::ir::{Action, Expr};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// Whether an operator on a number that was loaded takes no step of its own: others see whether a quotient fits, and
/// whether a number of 64 bits is negative.
fn is_one_action(op: &BinaryOperator, ty: &Type, by: &Type) -> bool {
    use BinaryOperator::{Divide, Minus, Modulo, ShiftLeft};
    let (Some(int), Some(by)) = (ty.int(), by.int()) else { return true };
    let common = if *op == ShiftLeft { int.promoted() } else { int.common(by) };
    let as_it_is = common.signed || !int.signed && *op != Minus;
    !matches!(op, Divide | Modulo) && (!common.is_wide() || as_it_is && *op != ShiftLeft)
}

impl Body<'_, '_> {
    /// `lhs = rhs`; its value, if that is needed.
    pub(super) fn assign(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        needed: bool,
    ) -> Lowered<Option<Operand>> {
        let all = [self.operands_of_place(lhs), self.operands(rhs)].concat();
        self.in_every_order(&all, |this| {
            let to = this.locate(lhs)?;
            let made = matches!(rhs.node, Expression::CompoundLiteral(_));
            if matches!(to.ty.plain(), Type::Struct(_)) || made && matches!(to.ty.plain(), Type::Sync(_)) {
                return this.assign_whole(&to, rhs, lhs.span).map(|()| None);
            }
            let value = this.value_as(rhs, &to.ty.clone())?;
            this.stored(&to, value, needed).map(Some)
        })
    }

    /// The members of a structure; what a literal has of the library is made anew.
    pub(super) fn assign_whole(&mut self, to: &Located, rhs: &Node<Expression>, span: Span) -> Lowered<()> {
        let from = self.locate(rhs)?;
        if !matches!(rhs.node, Expression::CompoundLiteral(_)) || to.ty.plain() != from.ty.plain() {
            return self.copied(to, &from, span);
        }
        self.makes_locks_anew(to, &from);
        self.copied_cells(to, &from)
    }

    /// Stores a converted value; what the assignment is worth.
    pub(super) fn stored(&mut self, to: &Located, value: Operand, needed: bool) -> Lowered<Operand> {
        let value = match () {
            () if needed => self.fixed(value),
            () if to.is_shared() => self.settled(value),
            () => value,
        };
        self.used(&value);
        self.synchronizes |= to.access() == Access::Atomic;
        self.act(Action::Assign { place: to.place(), value: value.expr.clone() });
        Ok(Operand { access: Access::None, ..value })
    }

    /// Cell by cell, each loaded and stored by steps of their own.
    pub(super) fn copied(&mut self, to: &Located, from: &Located, span: Span) -> Lowered<()> {
        if to.ty.plain() != from.ty.plain() {
            return self.refuse(span, "structures of different types", "assigned");
        }
        if self.unit.structs.leaves(&to.ty).iter().any(|(_, ty)| !ty.is_scalar()) {
            return self.refuse(span, "this structure holds objects of the library", "it cannot be copied");
        }
        self.copied_cells(to, from)
    }

    fn copied_cells(&mut self, to: &Located, from: &Located) -> Lowered<()> {
        let leaves = (0..).zip(self.unit.structs.leaves(&to.ty));
        for (i, (_, ty)) in leaves.filter(|(_, (_, ty))| ty.is_scalar()) {
            let scope = self.visible.len();
            let value = from.clone().further(i, ty.clone()).load();
            self.stored(&to.clone().further(i, ty), value, false)?;
            // What the cell held on its way is not needed for the next.
            self.visible.truncate(scope);
            if !self.unit.control.goes_on() {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn compound_assign(
        &mut self,
        b: &BinaryOperatorExpression,
        span: Span,
        needed: bool,
    ) -> Lowered<Option<Operand>> {
        let all = self.operands_of_update(&b.lhs, &b.rhs)?;
        self.in_every_order(&all, |this| this.compound_assigned(b, span, needed))
    }

    fn compound_assigned(
        &mut self,
        b: &BinaryOperatorExpression,
        span: Span,
        needed: bool,
    ) -> Lowered<Option<Operand>> {
        let op = compound(&b.operator.node).expect("it is one");
        let to = self.locate(&b.lhs)?;
        if to.access() == Access::Atomic {
            let by = self.value(&b.rhs)?;
            let by = self.fixed(by);
            return self.updated(&to, &op, by, span, needed, false);
        }
        let calm = self.is_calm(&b.rhs);
        let old = match self.evaluated_ahead(&b.lhs) {
            Some(old) => old,
            None if to.is_shared() || !calm => self.kept(to.load()),
            None => to.load(),
        };
        let by = self.value(&b.rhs)?;
        let new = self.combined(&op, old, by, span)?;
        let new = self.converted(new, &to.ty.clone(), span)?;
        self.stored(&to, new, needed).map(Some)
    }

    /// One step that loads, computes and stores; the value before or after, if it is needed.
    pub(super) fn updated(
        &mut self,
        to: &Located,
        op: &BinaryOperator,
        by: Operand,
        span: Span,
        needed: bool,
        before: bool,
    ) -> Lowered<Option<Operand>> {
        let ty = to.ty.plain().clone();
        let old = to.load();
        if !needed && !self.unit.addresses && is_one_action(op, &ty, &by.ty) {
            let new = self.combined(op, old, by, span)?;
            let new = self.converted(new, &ty, span)?;
            self.synchronizes = true;
            self.act(Action::Assign { place: to.place(), value: new.expr });
            return Ok(None);
        }
        let register = self.temporary(&ty);
        let kept = self.register_place(register, &ty);
        let start = self.region_begins();
        self.act(Action::Assign { place: kept.clone(), value: old.expr });
        let old = Operand::new(Expr::Load(kept.clone()), ty.clone());
        let new = self.combined(op, old.clone(), by, span)?;
        let new = self.converted(new, &ty, span)?;
        self.act(Action::Assign { place: to.place(), value: new.expr });
        if !before {
            self.act(Action::Assign { place: kept, value: Expr::Load(to.place()) });
        }
        self.region_ends(start);
        Ok(Some(old))
    }

    /// `++` and `--`.
    pub(super) fn stepped(
        &mut self,
        u: &UnaryOperatorExpression,
        span: Span,
        needed: bool,
    ) -> Lowered<Option<Operand>> {
        let (op, before) = step_of(&u.operator.node).expect("it is one");
        let to = self.locate(&u.operand)?;
        let one = Operand::constant(1, INT);
        if to.access() == Access::Atomic {
            return self.updated(&to, &op, one, span, needed, before);
        }
        let old = to.load();
        let old = if to.is_shared() || needed && before { self.kept(old) } else { old };
        let new = self.combined(&op, old.clone(), one, span)?;
        let new = self.converted(new, &to.ty.clone(), span)?;
        let new = self.stored(&to, new, needed && !before)?;
        Ok(Some(if before { old } else { self.as_stored(new, &to) }))
    }

    /// What is in a place after a value was stored there: it may have wrapped.
    fn as_stored(&mut self, new: Operand, to: &Located) -> Operand {
        match to.at {
            At::Register(_) => to.load(),
            _ => new,
        }
    }
}
