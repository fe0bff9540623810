//! Initialisers: of static objects as values of cells, of locals as assignments.

use super::forms::Operand;
use super::forms::{At, Located};
use super::function::Body;
use super::lists::{Part, Values};
use super::literals::{bytes, string_of};
use super::types::{CHAR, INT, Type};
use super::unit::{Home, Lowered, Unit};
use crate::ir::{Action, Cell, Expr, Value};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::rc::Rc;

impl Unit<'_> {
    /// The values with which an object of static storage begins.
    pub(super) fn set_initially(&mut self, home: &Home, ty: &Type, initialiser: &Node<Initializer>) -> Lowered<()> {
        let Values { parts, chars, .. } = self.named_by(ty, initialiser)?;
        let mut values: Vec<(u32, Value)> = chars;
        for (further, ty, e) in parts {
            let value = self.initial_value(&ty, e)?;
            values.push((further, value));
        }
        for base in self.bases(home) {
            values.iter().for_each(|(further, value)| self.set_cell(Cell(base + further), *value));
        }
        Ok(())
    }

    fn initial_value(&mut self, ty: &Type, e: &Node<Expression>) -> Lowered<Value> {
        if ty.float().is_some() {
            return Ok(0);
        }
        if let Expression::StringLiteral(text) = &e.node {
            self.is_narrow(&text.node, e.span)?;
        }
        match string_of(e) {
            Some(text) => Ok(self.text_object(text, e.span).0 as Value + 1),
            None => self.constant_as(e, ty),
        }
    }

    /// A string in memory.
    fn text_object(&mut self, text: Vec<u8>, span: Span) -> Cell {
        let ty = Type::Array(Rc::new(CHAR), text.len() as u32);
        let name = format!("text@{}", span.start);
        let cell = self.allocate(&name, &ty, span);
        for (i, byte) in (0..).zip(text) {
            self.set_cell(Cell(cell.0 + i), byte as i8 as Value);
        }
        cell
    }
}

impl Body<'_, '_> {
    /// A local gets its values one after the other; what is not named is 0.
    pub(super) fn initialised(&mut self, to: &Located, initialiser: &Node<Initializer>) -> Lowered<()> {
        if let (Initializer::Expression(e), Type::Struct(_)) = (&initialiser.node, to.ty.plain()) {
            let from = self.locate(e)?;
            return self.copied(to, &from, e.span);
        }
        let Values { parts, chars, .. } = self.unit.named_by(&to.ty, initialiser)?;
        if matches!(initialiser.node, Initializer::List(_)) || matches!(to.ty.plain(), Type::Array(..)) {
            self.cleared(to, &parts, &chars)?;
        }
        for (further, value) in chars {
            let one = to.clone().further(further, INT);
            self.act(Action::Assign { place: one.place(), value: Expr::Const(value) });
        }
        // They are evaluated in no order (C11 6.7.9p23).
        let operands: Vec<_> = parts.iter().flat_map(|(.., e)| self.operands(e)).collect();
        self.in_every_order(&operands, |this| parts.iter().try_for_each(|part| this.part_stored(to, part)))
    }

    fn part_stored(&mut self, to: &Located, (further, ty, e): &Part<'_>) -> Lowered<()> {
        let one = to.clone().further(*further, ty.clone());
        if let Type::Struct(_) = ty.plain() {
            let from = self.locate(e)?;
            return self.copied(&one, &from, e.span);
        }
        let value = self.value_as(e, ty)?;
        self.stored(&one, value, false).map(|_| ())
    }

    /// Registers are 0 when they come into scope, unless that is in a loop.
    fn cleared(&mut self, to: &Located, parts: &[Part<'_>], chars: &[(u32, Value)]) -> Lowered<()> {
        for (i, (_, ty)) in (0..).zip(self.unit.structs.leaves(&to.ty)) {
            let named =
                parts.iter().any(|(further, ..)| *further == i) || chars.iter().any(|(further, _)| *further == i);
            if !named && ty.is_scalar() {
                let one = to.clone().further(i, ty.clone());
                self.stored(&one, Operand::constant(0, ty), false)?;
            }
        }
        Ok(())
    }

    pub(super) fn string(&mut self, text: &[String], span: Span) -> Lowered<Located> {
        self.unit.is_narrow(text, span)?;
        Ok(self.text_kept(format!("text@{}", span.start), bytes(text), span))
    }

    /// `__func__`: one array in each function (C11 6.4.2.2); `__FUNCTION__` is another one.
    pub(super) fn name_of_function(&mut self, called: &str, span: Span) -> Located {
        let name = self.function_inside();
        let text = name.bytes().chain([0]).collect();
        self.text_kept(format!("{name}.{called}"), text, span)
    }

    /// One that is laid out once.
    fn text_kept(&mut self, key: String, text: Vec<u8>, span: Span) -> Located {
        let ty = Type::Array(Rc::new(CHAR), text.len() as u32);
        let cell = match self.unit.statics.get(&key) {
            Some(Home::Cells(cell)) => *cell,
            _ => self.unit.text_object(text, span),
        };
        self.unit.statics.insert(key, Home::Cells(cell));
        Located { at: At::Cell(cell), ty }
    }

    /// `(struct s) { .. }`: an object of its own.
    pub(super) fn compound(&mut self, literal: &CompoundLiteral, span: Span) -> Lowered<Located> {
        let ty = self.unit.type_name(&literal.type_name.node)?;
        let initialiser = Node::new(Initializer::List(literal.initializer_list.clone()), span);
        let ty = self.unit.completed(ty, Some(&initialiser))?;
        let home = self.in_memory("literal", &ty, span);
        let to = self.home_place(&home, &ty);
        self.locks_begin(&to);
        self.initialised(&to, &initialiser)?;
        Ok(to)
    }
}
