//! What goes with its function and is allocated on the way: arrays whose length is known when the program runs
//! (C11 6.7.6.2), one place for each length up to a bound, and what `alloca` gives.

use super::function::{Body, Late};
use super::tree::{name_of, named, of_an_element, outermost_length};
use super::types::INT;
use super::unit::{Allocation, Entity, Home, Lowered, Pool, Specified, Unit};
use crate::ir::{Action, Binary, Domain, Expr, Op, Place, PlaceKind, Reg, Statement, Value};
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
        self.unit.late.insert(register);
        self.unit.declare(&name, Entity::Object(Home::Registers(register), pointer.ty));
        Ok(())
    }

    /// The register of the first object of a pool that goes where the function returns, one more than its number.
    pub(super) fn leaves_with_the_function(&mut self, pool: &Pool) -> Option<u32> {
        let gone = self.unit.freed_with(pool.base)?;
        if self.is_root || !self.expanded.is_empty() {
            return None;
        }
        let register = self.register("left", &INT, true);
        self.reserved.insert(register);
        self.late.push(Late { register, gone, pool: pool.clone() });
        Some(register)
    }

    /// Takes note of the number of an object, if it is the first one of this activation.
    pub(super) fn keeps_the_first(&mut self, register: u32, number: Expr) {
        let first = Expr::Load(self.register_place(register, &INT));
        let this = Box::new(binary(Binary::Add, number, Expr::Const(1)));
        self.set(register, &INT, Expr::Conditional(Box::new(first.clone()), Box::new(first), this));
    }

    /// Where the function returns: those of its objects that were allocated since the first one go.
    pub(super) fn late_arrays_go(&mut self) {
        let body: Vec<Statement> = self.late.iter().flat_map(|late| self.goes(late)).collect();
        if !body.is_empty() {
            self.step(|next| Op::Atomic { body, next });
        }
    }

    fn goes(&self, Late { register, gone, pool }: &Late) -> Vec<Statement> {
        let first = || Expr::Load(Place { kind: PlaceKind::Reg(Reg(*register)), domain: Domain::Int });
        let before = match pool.per_thread {
            true => {
                let threads = binary(Binary::Sub, Expr::Tid, Expr::Const(1));
                binary(Binary::Mul, threads, Expr::Const(pool.len as Value))
            }
            false => Expr::Const(0),
        };
        let allocated = Expr::Load(self.home_place(&pool.next, &INT).place());
        let goes = |i: Value| {
            let index = binary(Binary::Add, before.clone(), Expr::Const(i));
            let since = binary(Binary::Le, first(), binary(Binary::Add, index.clone(), Expr::Const(1)));
            let there = binary(Binary::Gt, allocated.clone(), Expr::Const(i));
            let kind = PlaceKind::Index { base: *gone, len: pool.count, stride: pool.stride, index: Box::new(index) };
            let place = Place { kind, domain: Domain::Bool };
            let then = vec![Statement::Action(Action::Assign { place, value: Expr::Const(1) })];
            Statement::If { cond: binary(Binary::And, since, there), then, otherwise: vec![] }
        };
        let then = (0..pool.len as Value).map(goes).collect();
        vec![Statement::If { cond: first(), then, otherwise: vec![] }]
    }
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

impl Unit<'_> {
    /// Such an array has no size that is known before, and its name is no object.
    pub(super) fn has_known_length(&self, e: &Node<Expression>, span: Span) -> Lowered<()> {
        let is_late = |name: &str| matches!(self.lookup(name), Some(Entity::Object(Home::Registers(register), _)) if self.late.contains(register));
        let late = named(e).filter(|name| is_late(name));
        late.map_or(Ok(()), |name| {
            let message = format!("the length of `{name}` is known only when the program runs");
            self.refuse(span, message, "its size, or its address as an array")
        })
    }
}
