//! Remainders of values from outside by a small constant: all that there are, whatever the values (C11 6.5.5p6).

use super::constant;
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::tree::callee;
use crate::c::types::{INT, Int, Type};
use crate::c::unit::{Lowered, Unit};
use crate::ir::*;
use lang_c::ast::{BinaryOperatorExpression, Expression};
use lang_c::span::Node;

/// So many remainders are listed.
const MOST: Value = 128;

impl Body<'_, '_> {
    /// `rand() % 3`
    pub(in crate::c) fn remainder_from_outside(&mut self, b: &BinaryOperatorExpression) -> Lowered<Option<Operand>> {
        let Some((int, negative)) = self.unit.dividend(&b.lhs) else { return Ok(None) };
        let (Ok(divisor @ 1..=MOST), Some(by)) =
            (self.unit.constant(&b.rhs), self.unit.type_of_expression(&b.rhs)?.int())
        else {
            return Ok(None);
        };
        let common = int.common(by);
        if negative && !common.signed {
            return Ok(None);
        }
        // Of a seed it is known that it is another one then.
        if is_seeded(&b.lhs) {
            self.effect(&b.lhs)?;
        }
        let (register, result) = self.outcome(&Type::Int(common));
        let place = self.register_place(register, &result.ty);
        let least = if negative { 1 - divisor } else { 0 };
        self.act(Action::ChooseRange { place, lo: constant(least), hi: constant(divisor - 1) });
        Ok(Some(result))
    }
}

/// `rand_r(&seed)`
fn is_seeded(e: &Node<Expression>) -> bool {
    matches!(&e.node, Expression::Call(call) if callee(&call.node) == Some("rand_r"))
}

impl Unit<'_> {
    /// The type of a call that gives any value from outside, and whether that may be less than 0.
    fn dividend(&self, e: &Node<Expression>) -> Option<(Int, bool)> {
        let Expression::Call(call) = &e.node else { return None };
        let name = callee(&call.node).filter(|_| call.node.arguments.is_empty() || is_seeded(e))?;
        let said = self.options.stubs.iter().any(|(stub, _)| stub == name);
        if said || self.is_of_the_program(name) && !super::always(name) {
            return None;
        }
        match name {
            "rand" | "rand_r" => INT.int().map(|int| (int, false)),
            "random" => self.options.data_model.number().int().map(|int| (int, false)),
            _ => {
                let int = self.outside_type(self.outside_kind(name)?)?;
                (int.bits > 8).then_some((int, int.signed))
            }
        }
    }
}
