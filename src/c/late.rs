//! What goes with its function and is allocated on the way: arrays whose length is known when the program runs
//! (C11 6.7.6.2), one place for each length up to a bound, and what `alloca` gives.

use super::function::{Body, Late};
use super::tree::{name_of, named, of_an_element, outermost_length};
use super::types::INT;
use super::unit::{Allocation, Entity, Home, Lowered, Pool, Specified, Unit};
use crate::ir::{Action, Binary, Domain, Expr, Op, Place, PlaceKind, Reg, Statement};
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
        let pointer = self.allocated_late(&ty, (&count, 1), Allocation::Automatic, span, span.start)?;
        let register = self.registers_for(&name, &pointer.ty, false);
        self.set(register, &pointer.ty.clone(), pointer.expr);
        self.unit.late.insert(name.clone());
        self.unit.declare(&name, Entity::Object(Home::Registers(register), pointer.ty));
        Ok(())
    }

    /// The register of which object of a pool goes where the function returns, one more than its number.
    pub(super) fn leaves_with_the_function(&mut self, pool: &Pool) -> Option<u32> {
        let first = self.unit.freed_with(pool.base)?;
        if self.is_root || !self.expanded.is_empty() {
            return None;
        }
        let register = self.register("left", &INT, true);
        self.reserved.insert(register);
        self.late.push(Late { register, first, pool: pool.clone() });
        Some(register)
    }

    /// Where the function returns.
    pub(super) fn late_arrays_go(&mut self) {
        let goes = |Late { register, first, pool }: &Late| {
            let number = || Expr::Load(Place { kind: PlaceKind::Reg(Reg(*register)), domain: Domain::Int });
            let index = Box::new(Expr::Binary(Binary::Sub, Box::new(number()), Box::new(Expr::Const(1))));
            let kind = PlaceKind::Index { base: *first, len: pool.count, stride: pool.stride, index };
            let place = Place { kind, domain: Domain::Bool };
            let then = vec![Statement::Action(Action::Assign { place, value: Expr::Const(1) })];
            Statement::If { cond: number(), then, otherwise: vec![] }
        };
        let body: Vec<Statement> = self.late.iter().map(goes).collect();
        if !body.is_empty() {
            self.step(|next| Op::Atomic { body, next });
        }
    }

    /// What goes is known until then, beyond the block in which it was allocated.
    pub(super) fn keeps_late_arrays(&mut self) {
        let gone: Vec<u32> = self.late.iter().map(|l| l.register).filter(|r| !self.visible.contains(r)).collect();
        self.visible.extend(gone);
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
