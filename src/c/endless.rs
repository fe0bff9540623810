//! Statements that may never come to an end: what is evaluated behind them perhaps is not, so the order of operands
//! matters.

use super::tree::{compound, named, step_of};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

/// Whether a statement has a loop that does not count, or is jumped back in.
pub(super) fn is_endless(s: &Node<Statement>) -> bool {
    let mut walk = Walk::default();
    walk.visit_statement(&s.node, &s.span);
    walk.endless
}

#[derive(Default)]
struct Walk {
    endless: bool,
    /// Labels so far.
    labels: Vec<String>,
}

impl<'a> Visit<'a> for Walk {
    fn visit_while_statement(&mut self, _: &'a WhileStatement, _: &'a Span) {
        self.endless = true;
    }

    /// `do { .. } while (0)` is no loop.
    fn visit_do_while_statement(&mut self, s: &'a DoWhileStatement, span: &'a Span) {
        self.endless |= super::tree::number(&s.expression) != Some(0);
        visit::visit_do_while_statement(self, s, span);
    }

    fn visit_for_statement(&mut self, s: &'a ForStatement, span: &'a Span) {
        self.endless |= !counts(s);
        visit::visit_for_statement(self, s, span);
    }

    fn visit_label(&mut self, label: &'a Label, _: &'a Span) {
        if let Label::Identifier(name) = label {
            self.labels.push(name.node.name.clone());
        }
    }

    fn visit_statement(&mut self, s: &'a Statement, span: &'a Span) {
        if let Statement::Goto(name) = s {
            self.endless |= self.labels.contains(&name.node.name);
        }
        visit::visit_statement(self, s, span);
    }
}

/// `for (..; i < n; i++)`, where nothing else changes `i`.
fn counts(s: &ForStatement) -> bool {
    let (Some(condition), Some(step)) = (&s.condition, &s.step) else { return false };
    let Some(name) = stepped(step) else { return false };
    let mut writes = Writes { name, found: false };
    writes.visit_expression(&condition.node, &condition.span);
    writes.visit_statement(&s.statement.node, &s.statement.span);
    compares(condition, name) && !writes.found
}

/// The variable of `i++` or `i += 2`.
fn stepped(e: &Node<Expression>) -> Option<&str> {
    match &e.node {
        Expression::UnaryOperator(u) if step_of(&u.node.operator.node).is_some() => named(&u.node.operand),
        Expression::BinaryOperator(b)
            if matches!(b.node.operator.node, BinaryOperator::AssignPlus | BinaryOperator::AssignMinus) =>
        {
            named(&b.node.lhs).filter(|_| super::tree::number(&b.node.rhs).is_some_and(|by| by > 0))
        }
        _ => None,
    }
}

/// Whether a variable is one of the sides of a comparison.
fn compares(e: &Node<Expression>, name: &str) -> bool {
    use BinaryOperator::{Greater, GreaterOrEqual, Less, LessOrEqual, NotEquals};
    let Expression::BinaryOperator(b) = &e.node else { return false };
    let orders = matches!(b.node.operator.node, Less | LessOrEqual | Greater | GreaterOrEqual | NotEquals);
    orders && [&b.node.lhs, &b.node.rhs].into_iter().any(|e| named(e) == Some(name))
}

/// Whether a variable is set, or its address is taken.
struct Writes<'n> {
    name: &'n str,
    found: bool,
}

impl<'a> Visit<'a> for Writes<'_> {
    fn visit_unary_operator_expression(&mut self, u: &'a UnaryOperatorExpression, span: &'a Span) {
        let sets = step_of(&u.operator.node).is_some() || u.operator.node == UnaryOperator::Address;
        self.found |= sets && named(&u.operand) == Some(self.name);
        visit::visit_unary_operator_expression(self, u, span);
    }

    fn visit_binary_operator_expression(&mut self, b: &'a BinaryOperatorExpression, span: &'a Span) {
        let op = &b.operator.node;
        let sets = *op == BinaryOperator::Assign || compound(op).is_some();
        self.found |= sets && named(&b.lhs) == Some(self.name);
        visit::visit_binary_operator_expression(self, b, span);
    }
}
