//! From a member to the structure that it lies in: `(T *)((char *)p - offsetof(T, m))`, as `container_of` has it.

use super::forms::Operand;
use super::function::Body;
use super::parts::MOST;
use super::tree::{name_of, named};
use super::types::{Int, Type, decayed};
use super::unit::{Entity, Lowered, Unit};
use lang_c::ast::*;
use lang_c::span::Node;

impl Body<'_, '_> {
    /// The pointer to the structure, if that is what is computed.
    pub(super) fn container(&mut self, e: &Node<Expression>, ty: &Type) -> Lowered<Option<Operand>> {
        let Expression::BinaryOperator(b) = &e.node else { return Ok(None) };
        if b.node.operator.node != BinaryOperator::Minus {
            return Ok(None);
        }
        let Some((pointer, from)) = self.unit.as_bytes(&b.node.lhs) else { return Ok(None) };
        let Some((whole, name)) = self.unit.offset_of(&b.node.rhs) else { return Ok(None) };
        let Type::Struct(s) = whole.plain() else { return Ok(None) };
        let Some((before, member)) = self.unit.structs.field(*s, &name) else { return Ok(None) };
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

impl Body<'_, '_> {
    /// Lowers what stands behind `void *p = (void *)&s->m;`, as `p - offsetof(S, m)` does, which writes no `p`.
    pub(super) fn by_member<A>(&mut self, before: &[Node<BlockItem>], lower: impl FnOnce(&mut Self) -> A) -> A {
        let member = match before {
            [Node { node: BlockItem::Declaration(d), .. }] => self.unit.member_as_bytes(&d.node),
            _ => None,
        };
        let outside = std::mem::replace(&mut self.unit.containers.member, member);
        let lowered = lower(self);
        self.unit.containers.member = outside;
        lowered
    }
}

fn is_bytes(ty: &Type) -> bool {
    ty.pointee().is_some_and(|to| matches!(to.plain(), Type::Int(Int { bits: 8, .. }) | Type::Void))
}

impl Unit<'_> {
    /// The name of bytes, and what they are as a member.
    fn member_as_bytes(&mut self, declaration: &Declaration) -> Option<(String, Type)> {
        let [only] = declaration.declarators.as_slice() else { return None };
        let Initializer::Expression(e) = &only.node.initializer.as_ref()?.node else { return None };
        let name = name_of(&only.node.declarator);
        let Some(Entity::Object(_, ty)) = self.lookup(&name).cloned() else { return None };
        let (_, from) = self.as_bytes(e).filter(|_| is_bytes(&ty))?;
        Some((name, from))
    }

    /// `(char *)p`: what `p` is.
    fn as_bytes<'e>(&mut self, e: &'e Node<Expression>) -> Option<(&'e Node<Expression>, Type)> {
        if let Some((name, from)) = &self.containers.member
            && named(e) == Some(name.as_str())
        {
            return Some((e, from.clone()));
        }
        let Expression::Cast(cast) = &e.node else { return None };
        let ty = self.type_name(&cast.node.type_name.node).ok()?;
        let inner = &cast.node.expression;
        let is_address = ty.int().is_some_and(|int| int.bits == self.options.data_model.long());
        if !is_bytes(&ty) && !is_address {
            return None;
        }
        self.as_bytes(inner).or_else(|| Some((inner, decayed(self.type_of_expression(inner).ok()?.plain().clone()))))
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
