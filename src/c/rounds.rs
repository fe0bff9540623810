//! How often loops are likely to go round, as far as their text says so: a guess, by which threads and objects are laid
//! out. Whoever goes round more often comes to a bound.

use super::fixed::Fixed;
use super::tree::{counted_down, name_of, named, number, step_of};
use super::walk::Times;
use lang_c::ast::*;
use lang_c::span::Node;

/// What an expression is worth, as far as that is known, or guessed.
type Worth<'w> = &'w dyn Fn(&Node<Expression>) -> Option<i64>;

impl Fixed {
    /// How often the body of `for (i = 0; i < 3; i++)` is done, and whether that is a guess.
    pub(super) fn rounds_for(&self, s: &ForStatement) -> (Times, bool) {
        let guessed = self.rounds_by(s, &|e| self.guess(e));
        let known = s.initializer.node != ForInitializer::Empty && guessed == self.rounds_by(s, &|e| self.number(e));
        (guessed, guessed.is_some() && !known)
    }

    fn rounds_by(&self, s: &ForStatement, worth: Worth<'_>) -> Times {
        let condition = s.condition.as_ref()?;
        if s.initializer.node == ForInitializer::Empty {
            return self.rounds_while(condition);
        }
        if let Some(counter) = counted_down(condition) {
            return some_rounds(worth(begins(&s.initializer.node, named(counter)?)?)?);
        }
        let Expression::BinaryOperator(b) = &condition.node else { return None };
        let counter = [&b.node.lhs, &b.node.rhs].into_iter().find(|e| worth(e).is_none()).and_then(|e| named(e))?;
        let from = worth(begins(&s.initializer.node, counter)?)?;
        rounds(condition, from, steps_up(s.step.as_ref()?)?, worth)
    }

    /// How often `while (i < 3)` goes round, if it begins with 0 and counts up by 1; `while (n--)` with an `n` whose first
    /// number is known.
    pub(super) fn rounds_while(&self, condition: &Node<Expression>) -> Times {
        match counted_down(condition) {
            Some(counted) => some_rounds(self.first_of(named(counted)?)?),
            None => rounds(condition, 0, true, &|e| self.guess(e)),
        }
    }
}

/// What is assigned to this counter at the beginning, or what it is declared with.
fn begins<'e>(initializer: &'e ForInitializer, counter: &str) -> Option<&'e Node<Expression>> {
    match initializer {
        ForInitializer::Expression(e) => assigned(e, counter),
        ForInitializer::Declaration(d) => {
            let declares = |d: &&Node<InitDeclarator>| name_of(&d.node.declarator) == counter;
            match &d.node.declarators.iter().find(declares)?.node.initializer.as_ref()?.node {
                Initializer::Expression(e) => Some(e),
                Initializer::List(_) => None,
            }
        }
        ForInitializer::Empty | ForInitializer::StaticAssert(_) => None,
    }
}

/// What `i = 3`, or one of several, assigns.
fn assigned<'e>(e: &'e Node<Expression>, counter: &str) -> Option<&'e Node<Expression>> {
    match &e.node {
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
            (named(&b.node.lhs) == Some(counter)).then_some(&*b.node.rhs)
        }
        Expression::Comma(all) => all.iter().find_map(|e| assigned(e, counter)),
        _ => None,
    }
}

/// How often something goes round that begins with `from` and is counted by 1.
fn rounds(condition: &Node<Expression>, from: i64, up: bool, worth: Worth<'_>) -> Times {
    let Expression::BinaryOperator(b) = &condition.node else { return None };
    let (operator, to) = match (worth(&b.node.lhs), worth(&b.node.rhs)) {
        (None, Some(to)) => (b.node.operator.node.clone(), to),
        (Some(to), None) => (reversed(&b.node.operator.node)?, to),
        _ => return None,
    };
    some_rounds(match operator {
        BinaryOperator::Less | BinaryOperator::NotEquals if up => to.checked_sub(from)?,
        BinaryOperator::LessOrEqual if up => to.checked_sub(from)?.checked_add(1)?,
        BinaryOperator::Greater | BinaryOperator::NotEquals if !up => from.checked_sub(to)?,
        BinaryOperator::GreaterOrEqual if !up => from.checked_sub(to)?.checked_add(1)?,
        _ => return None,
    })
}

/// One at least: whoever gets no thread at all has none to join.
fn some_rounds(rounds: i64) -> Times {
    u32::try_from(rounds.max(1)).ok()
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
