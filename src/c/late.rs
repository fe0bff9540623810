//! Arrays whose length is known when the program runs (C11 6.7.6.2): allocated where they are declared, one place for
//! each length up to a bound, and given back where their function returns.

use super::function::Body;
use super::tree::{name_of, named, of_an_element, outermost_length};
use super::types::{INT, Type};
use super::unit::{Entity, Home, Lowered, Specified, Unit};
use crate::ir::{Action, Expr};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    /// The length of an array that is declared, if it is none that is known before.
    pub(super) fn late_length<'d>(&mut self, declarator: &'d Node<InitDeclarator>) -> Option<&'d Node<Expression>> {
        let length = outermost_length(&declarator.node.declarator.node)?;
        (declarator.node.initializer.is_none() && self.unit.constant(length).is_err()).then_some(length)
    }

    /// Its name is that of a pointer to the first element.
    pub(super) fn late_array(
        &mut self,
        base: &Specified,
        declarator: &Node<InitDeclarator>,
        length: &Node<Expression>,
    ) -> Lowered<()> {
        let (name, span) = (name_of(&declarator.node.declarator), declarator.span);
        let (_, ty) = self.unit.declared(&of_an_element(&declarator.node.declarator), base.ty.clone())?;
        self.unit.has_size(&ty, &name, span)?;
        let count = self.value_as(length, &INT)?;
        let count = self.fixed(count);
        let pointer = self.allocated_late(&ty, (&count, 1), false, span, span.start)?;
        let register = self.registers_for(&name, &pointer.ty, false);
        self.set(register, &pointer.ty.clone(), pointer.expr);
        self.unit.late.insert(name.clone());
        self.unit.declare(&name, Entity::Object(Home::Registers(register), pointer.ty));
        if !self.is_root && self.expanded.is_empty() {
            self.late.push(register);
        }
        Ok(())
    }

    /// Where the function returns.
    pub(super) fn late_arrays_go(&mut self) {
        for register in self.late.clone() {
            let place = self.register_place(register, &Type::pointer(INT));
            self.act(Action::Free(Expr::Load(place)));
        }
    }
}

impl Unit<'_> {
    /// Such an array has no size that is known before, and its name is no object.
    pub(super) fn has_known_length(&self, e: &Node<Expression>, span: Span) -> Lowered<()> {
        let late = named(e).filter(|name| self.late.contains(*name));
        late.map_or(Ok(()), |name| {
            let message = format!("the length of `{name}` is known only when the program runs");
            self.refuse(span, message, "its size, or its address as an array")
        })
    }
}
