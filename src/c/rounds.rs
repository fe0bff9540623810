//! How often loops are likely to go round, as far as their text says so: a guess, by which threads and objects are laid
//! out. Whoever goes round more often comes to a bound.

use super::fixed::Fixed;
use super::tree::{counted_down, named, number, step_of};
use super::walk::Times;
use lang_c::ast::*;
use lang_c::span::Node;

impl Fixed {
    /// How often the body of `for (i = 0; i < 3; i++)` is done.
    pub(super) fn rounds_for(&self, s: &ForStatement) -> Times {
        let condition = s.condition.as_ref()?;
        let from = match &s.initializer.node {
            ForInitializer::Expression(e) => self.first(e)?,
            ForInitializer::Declaration(d) => match &d.node.declarators.first()?.node.initializer.as_ref()?.node {
                Initializer::Expression(e) => self.guess(e)?,
                Initializer::List(_) => return None,
            },
            ForInitializer::Empty => return self.rounds_while(condition),
            ForInitializer::StaticAssert(_) => return None,
        };
        if counted_down(condition).is_some() {
            return u32::try_from(from).ok();
        }
        self.rounds(condition, from, steps_up(s.step.as_ref()?)?)
    }

    /// What `i = 3`, or the first of several, assigns.
    fn first(&self, e: &Node<Expression>) -> Option<i64> {
        match &e.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => self.guess(&b.node.rhs),
            Expression::Comma(all) => self.first(all.first()?),
            _ => None,
        }
    }

    /// How often `while (i < 3)` goes round, if it begins with 0 and counts up by 1; `while (n--)` with an `n` whose first
    /// number is known.
    pub(super) fn rounds_while(&self, condition: &Node<Expression>) -> Times {
        match counted_down(condition) {
            Some(counted) => u32::try_from(self.first_of(named(counted)?)?).ok(),
            None => self.rounds(condition, 0, true),
        }
    }

    /// How often something goes round that begins with `from` and is counted by 1.
    fn rounds(&self, condition: &Node<Expression>, from: i64, up: bool) -> Times {
        let Expression::BinaryOperator(b) = &condition.node else { return None };
        let (lhs, rhs) = (self.guess(&b.node.lhs), self.guess(&b.node.rhs));
        let (operator, to) = match (lhs, rhs) {
            (None, Some(to)) => (b.node.operator.node.clone(), to),
            (Some(to), None) => (reversed(&b.node.operator.node)?, to),
            _ => return None,
        };
        let rounds = match operator {
            BinaryOperator::Less | BinaryOperator::NotEquals if up => to.checked_sub(from)?,
            BinaryOperator::LessOrEqual if up => to.checked_sub(from)?.checked_add(1)?,
            BinaryOperator::Greater | BinaryOperator::NotEquals if !up => from.checked_sub(to)?,
            BinaryOperator::GreaterOrEqual if !up => from.checked_sub(to)?.checked_add(1)?,
            _ => return None,
        };
        u32::try_from(rounds).ok()
    }
}

/// The operator that says the same of operands the other way round.
fn reversed(operator: &BinaryOperator) -> Option<BinaryOperator> {
    Some(match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::LessOrEqual => BinaryOperator::GreaterOrEqual,
        BinaryOperator::GreaterOrEqual => BinaryOperator::LessOrEqual,
        BinaryOperator::NotEquals => BinaryOperator::NotEquals,
        _ => return None,
    })
}

/// Whether `i++` and its like, or `i--`; of several the first one says so.
fn steps_up(e: &Node<Expression>) -> Option<bool> {
    match &e.node {
        Expression::UnaryOperator(step) => step_of(&step.node.operator.node).map(|(by, _)| by == BinaryOperator::Plus),
        Expression::BinaryOperator(b) if number(&b.node.rhs) == Some(1) => match b.node.operator.node {
            BinaryOperator::AssignPlus => Some(true),
            BinaryOperator::AssignMinus => Some(false),
            _ => None,
        },
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
            let Expression::BinaryOperator(sum) = &b.node.rhs.node else { return None };
            let by_one = number(&sum.node.rhs) == Some(1) && named(&sum.node.lhs) == named(&b.node.lhs);
            match sum.node.operator.node {
                BinaryOperator::Plus if by_one => Some(true),
                BinaryOperator::Minus if by_one => Some(false),
                _ => None,
            }
        }
        Expression::Comma(all) => all.iter().find_map(steps_up),
        _ => None,
    }
}
