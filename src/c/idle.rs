//! Loops inside of atomic regions that change nothing. Nobody else moves there, so such a loop ends at once or goes on
//! for ever: then the region comes to no end, as with an assumption that does not hold.

use super::function::Body;
use super::tree::{compound, step_of};
use lang_c::ast::*;
use lang_c::span::Node;

impl Body<'_, '_> {
    /// Whether a loop ends at once or never. Where deadlocks or races are asked for it counts who stays in it, and with
    /// what, so there it is a loop like any other.
    pub(super) fn is_idle(&self, condition: &Node<Expression>, body: &Node<Statement>) -> bool {
        let alone = self.is_atomic() && !self.unit.options.deadlocks && !self.unit.options.races;
        alone && does_nothing(body) && only_looks(condition)
    }
}

fn does_nothing(s: &Node<Statement>) -> bool {
    match &s.node {
        Statement::Expression(None) => true,
        Statement::Compound(items) => items.iter().all(|item| match &item.node {
            BlockItem::Statement(s) => does_nothing(s),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether to evaluate it changes nothing, and gives the same again.
fn only_looks(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::Constant(_) | Expression::Identifier(_) | Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => {
            true
        }
        Expression::Member(m) => only_looks(&m.node.expression),
        Expression::Cast(cast) => only_looks(&cast.node.expression),
        Expression::UnaryOperator(u) => step_of(&u.node.operator.node).is_none() && only_looks(&u.node.operand),
        Expression::BinaryOperator(b) => {
            let op = &b.node.operator.node;
            let writes = *op == BinaryOperator::Assign || compound(op).is_some();
            !writes && only_looks(&b.node.lhs) && only_looks(&b.node.rhs)
        }
        Expression::Conditional(c) => {
            [&c.node.condition, &c.node.then_expression, &c.node.else_expression].into_iter().all(|e| only_looks(e))
        }
        _ => false,
    }
}
