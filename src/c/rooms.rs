//! Arrays that are members, by their names: whoever goes on behind the last element is in what follows it in the
//! structure, where pointers may lead, and C does not allow it (C11 6.5.6p8). Of a pointer that was kept it is not known
//! which array it comes from.

use super::convert::binary;
use super::forms::Operand;
use super::function::Body;
use super::types::Type;
use super::unit::Unit;
use crate::ir::{Binary, Expr, PlaceKind, Value};
use lang_c::ast::*;
use lang_c::span::Node;

/// What is said of whoever goes on.
const BEYOND: &str = "an element that is not there";

impl Unit<'_> {
    /// How many elements the array has, if this is one that is a member. The last member of a structure that is
    /// declared with one element or none may have more: so flexible ones were written before C99 had them.
    pub(super) fn room(&mut self, e: &Node<Expression>) -> Option<u32> {
        match &e.node {
            Expression::Cast(cast) => self.room(&cast.node.expression),
            Expression::Member(m) => {
                let Type::Array(_, len) = *self.type_of_expression(e).ok()?.plain() else { return None };
                let inside = self.type_of_expression(&m.node.expression).ok()?;
                let whole = inside.pointee().unwrap_or(&inside).plain().clone();
                let Type::Struct(s) = whole else { return None };
                let last = self.structs.all[s].fields.last().map(|(name, _)| name.clone());
                let may_go_on = len <= 1 && last.as_ref() == Some(&m.node.identifier.node.name);
                (!may_go_on).then_some(len)
            }
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    /// An element of an array of so many.
    pub(super) fn is_inside(&mut self, index: Expr, len: Expr) {
        self.demand(binary(Binary::UnsignedLt, index, len), BEYOND);
    }

    /// So many elements are there at most.
    pub(super) fn are_inside(&mut self, count: Expr, of: &[&Node<Expression>]) {
        for e in of {
            let fits = |len: &u32| matches!(count, Expr::Const(count) if (0..=*len as Value).contains(&count));
            if let Some(len) = self.unit.room(e).filter(|len| !fits(len)) {
                self.demand(binary(Binary::UnsignedLe, count.clone(), Expr::Const(len as Value)), BEYOND);
            }
        }
    }

    /// A kept pointer leads to the first of so many elements.
    pub(super) fn leads_to_first(&mut self, pointer: &Operand, len: Option<Expr>) {
        if let (Expr::Load(place), Some(len)) = (&pointer.expr, len)
            && let PlaceKind::Reg(register) = place.kind
        {
            self.reserved.insert(register.0);
            self.rooms.insert(register.0, len);
        }
    }

    /// How many elements there are behind a kept pointer, if that is known.
    pub(super) fn room_of(&self, pointer: &Operand) -> Option<Expr> {
        let Expr::Load(place) = &pointer.expr else { return None };
        let PlaceKind::Reg(register) = place.kind else { return None };
        self.rooms.get(&register.0).cloned()
    }

    /// One of the elements behind a kept pointer is accessed.
    pub(super) fn is_in_room(&mut self, pointer: &Operand, index: &Expr) {
        if let Some(len) = self.room_of(pointer) {
            self.is_inside(index.clone(), len);
        }
    }
}
