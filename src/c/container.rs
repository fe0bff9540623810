//! From a member to the structure that it lies in: `(T *)((char *)p - offsetof(T, m))`, as `container_of` has it.

use super::forms::Operand;
use super::function::Body;
use super::parts::MOST;
use super::types::{Int, Type, decayed};
use super::unit::{Lowered, Unit};
use lang_c::ast::*;
use lang_c::span::Node;

impl Body<'_, '_> {
    /// The pointer to the structure, if that is what is computed.
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
        if !fits || !matches!(member.plain(), Type::Struct(_)) {
            return Ok(None);
        }
        let part = (*s, before);
        self.unit.containers.asked.insert(part, member.plain().clone());
        if !self.unit.containers.are_few(part) {
            let of = self.unit.structs.words(&member);
            let message = format!("there are more than {MOST} places of `{of}` that are no such member");
            let refusal = self.unit.refusal(e.span, message, "the structure around one of them is not followed");
            return Err(refusal.help("use fewer, as heads of lists").into());
        }
        let pointer = self.value(pointer)?;
        Ok(Some(self.around(part, pointer, ty.plain())))
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
}
