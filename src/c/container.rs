//! From a member to the structure that it lies in: `(T *)((char *)p - offsetof(T, m))`, as `container_of` has it.

use super::forms::{Operand, moved};
use super::function::Body;
use super::types::{Int, Type, decayed};
use super::unit::{Lowered, Unit};
use crate::ir::Expr;
use lang_c::ast::*;
use lang_c::span::Node;

impl Body<'_, '_> {
    /// The pointer to the structure, if that is what is computed and no other one has such a member: whatever else the
    /// pointer leads to is left by it.
    pub(super) fn container(&mut self, e: &Node<Expression>, ty: &Type) -> Lowered<Option<Operand>> {
        let Expression::BinaryOperator(b) = &e.node else { return Ok(None) };
        let Some(pointer) = self.unit.as_bytes(&b.node.lhs).filter(|_| b.node.operator.node == BinaryOperator::Minus)
        else {
            return Ok(None);
        };
        let Some((whole, name)) = self.unit.offset_of(&b.node.rhs) else { return Ok(None) };
        let Type::Struct(s) = whole.plain() else { return Ok(None) };
        let Some((before, member)) = self.unit.structs.field(*s, &name) else { return Ok(None) };
        let from = decayed(self.unit.type_of_expression(pointer)?.plain().clone());
        let fits = ty.pointee().map(Type::plain) == Some(whole.plain())
            && from.pointee().map(Type::plain) == Some(member.plain());
        if !fits || !self.unit.lies_in_one_place(&member) {
            return Ok(None);
        }
        let pointer = self.value(pointer)?;
        let expr = if before == 0 {
            pointer.expr.clone()
        } else {
            moved(pointer.expr.clone(), Expr::Const(-1), before.into())
        };
        Ok(Some(pointer.with(expr, ty.plain().clone())))
    }
}

impl Unit<'_> {
    /// `(char *)p`: what `p` is.
    fn as_bytes<'e>(&mut self, e: &'e Node<Expression>) -> Option<&'e Node<Expression>> {
        let Expression::Cast(cast) = &e.node else { return None };
        let ty = self.type_name(&cast.node.type_name.node).ok()?;
        let is_byte = |to: &Type| matches!(to.plain(), Type::Int(Int { bits: 8, .. }) | Type::Void);
        ty.pointee().is_some_and(is_byte).then_some(&cast.node.expression)
    }

    /// `offsetof(T, m)`, or `(size_t)&((T *)0)->m`: the structure and the name of the member.
    fn offset_of(&mut self, e: &Node<Expression>) -> Option<(Type, String)> {
        match &e.node {
            Expression::OffsetOf(of) if of.node.designator.node.members.is_empty() => {
                let ty = self.type_name(&of.node.type_name.node).ok()?;
                Some((ty, of.node.designator.node.base.node.name.clone()))
            }
            Expression::Cast(cast) => {
                self.type_name(&cast.node.type_name.node).ok()?.int()?;
                self.offset_of(&cast.node.expression)
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                let Expression::Member(m) = &u.node.operand.node else { return None };
                let Expression::Cast(cast) = &m.node.expression.node else { return None };
                let null = m.node.operator.node == MemberOperator::Indirect
                    && matches!(self.constant(&cast.node.expression), Ok(0));
                let ty = self.type_name(&cast.node.type_name.node).ok()?;
                Some((ty.pointee().filter(|_| null)?.clone(), m.node.identifier.node.name.clone()))
            }
            _ => None,
        }
    }

    /// Whether one structure alone has a member of this type, and one such member.
    fn lies_in_one_place(&self, member: &Type) -> bool {
        let is_one = |ty: &Type| {
            let mut ty = ty.plain();
            while let Type::Array(of, _) = ty {
                ty = of.plain();
            }
            ty == member.plain()
        };
        let fields = self.structs.all.iter().flat_map(|s| &s.fields);
        matches!(member.plain(), Type::Struct(_)) && fields.filter(|(_, ty)| is_one(ty)).count() == 1
    }
}
