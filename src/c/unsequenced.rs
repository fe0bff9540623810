//! Side effects without an order (C11 6.5p2): what one operand writes and another one reads or writes.
//!
//! By names: two accesses meet that are written alike, `x`, `s.n`, `*p` or `a[i]`.

use super::tree::named;
use super::tree::{compound, step_of};
use super::unit::Refusal;
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::BTreeSet;

/// What the evaluation of an expression reads and writes.
#[derive(Default)]
struct Effects {
    reads: Vec<(String, Span)>,
    /// Its own side effects: done at some time before the full expression ends.
    writes: Vec<(String, Span)>,
    /// Side effects that are done before its value is known.
    done: Vec<(String, Span)>,
}

/// Two places of one object, the first of which writes it.
type Conflict = (String, Span, Span);

#[derive(Default)]
struct Walk {
    conflicts: Vec<Conflict>,
}

/// What is wrong with the expressions of a statement.
pub(super) fn refusals(unit: &super::unit::Unit<'_>, s: &Node<Statement>) -> Vec<Refusal> {
    let mut walk = Walk::default();
    walk.visit_statement(&s.node, &s.span);
    walk.conflicts.into_iter().map(|conflict| refusal(unit, conflict)).collect()
}

fn refusal(unit: &super::unit::Unit<'_>, (name, writes, other): Conflict) -> Refusal {
    let message = format!("`{name}` is changed here and used there, in one expression and in no order");
    let diagnostic = unit.refusal(writes, message, "changed here").also(unit.span(other), "and used here");
    diagnostic.help("make it two statements").into()
}

impl<'a> Visit<'a> for Walk {
    /// A full expression, or what stands in an initialiser.
    fn visit_expression(&mut self, e: &'a Expression, span: &'a Span) {
        let before = self.conflicts.len();
        self.evaluated(e, *span);
        let mut seen: Vec<Conflict> = vec![];
        for conflict in self.conflicts.split_off(before) {
            // One for each name says enough.
            if seen.iter().all(|(name, ..)| *name != conflict.0) {
                seen.push(conflict);
            }
        }
        self.conflicts.extend(seen);
    }
}

impl Walk {
    fn all(&mut self, e: &Node<Expression>) -> Effects {
        self.evaluated(&e.node, e.span)
    }

    fn evaluated(&mut self, e: &Expression, span: Span) -> Effects {
        match e {
            Expression::Identifier(name) => Effects::read(name.node.name.clone(), span),
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => {
                self.inside(&m.node.expression).and_read(path(e), span)
            }
            Expression::Member(m) => self.all(&m.node.expression).and_read(path(e), span),
            Expression::UnaryOperator(u) => self.unary(&u.node, e, span),
            Expression::BinaryOperator(b) => self.binary(&b.node, e, span),
            Expression::Cast(cast) => self.all(&cast.node.expression),
            Expression::Call(call) => self.call(&call.node),
            Expression::Conditional(c) => {
                let (then, other) = (self.all(&c.node.then_expression), self.all(&c.node.else_expression));
                self.all(&c.node.condition).before(then.beside(other))
            }
            Expression::Comma(all) => {
                let parts: Vec<Effects> = all.iter().map(|e| self.all(e)).collect();
                parts.into_iter().reduce(Effects::before).unwrap_or_default()
            }
            Expression::Statement(s) => self.statement(s),
            Expression::CompoundLiteral(_) => {
                let mut inner = Walk::default();
                visit::visit_expression(&mut inner, e, &span);
                self.conflicts.extend(inner.conflicts);
                Effects::default()
            }
            _ => Effects::default(),
        }
    }

    /// `({ .. })`: one full expression after the other, and nothing of what is declared there.
    fn statement(&mut self, s: &Node<Statement>) -> Effects {
        let mut inside = Inside { walk: self, effects: Effects::default(), declared: BTreeSet::new() };
        inside.visit_statement(&s.node, &s.span);
        let Inside { mut effects, declared, .. } = inside;
        let root =
            |path: &str| path.trim_start_matches('*').split(['.', '-', '[']).next().unwrap_or_default().to_string();
        for of in [&mut effects.reads, &mut effects.writes, &mut effects.done] {
            of.retain(|(path, _)| !declared.contains(&root(path)));
        }
        effects.before(Effects::default())
    }

    /// The object around a member or an element: it is not read itself.
    fn inside(&mut self, e: &Node<Expression>) -> Effects {
        let mut effects = self.all(e);
        let whole = path(&e.node);
        effects.reads.retain(|(name, _)| Some(name) != whole.as_ref());
        effects
    }

    fn unary(&mut self, u: &UnaryOperatorExpression, e: &Expression, span: Span) -> Effects {
        match u.operator.node {
            UnaryOperator::Address => self.inside(&u.operand),
            UnaryOperator::Indirection => self.all(&u.operand).and_read(path(e), span),
            _ if step_of(&u.operator.node).is_some() => self.all(&u.operand).and_write(path(&u.operand.node), span),
            _ => self.all(&u.operand),
        }
    }

    fn binary(&mut self, b: &BinaryOperatorExpression, e: &Expression, span: Span) -> Effects {
        let (op, plain) = (&b.operator.node, b.operator.node == BinaryOperator::Assign);
        if matches!(op, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr) {
            let rhs = self.all(&b.rhs);
            return self.all(&b.lhs).before(rhs);
        }
        let lhs = if plain { self.inside(&b.lhs) } else { self.all(&b.lhs) };
        let rhs = self.all(&b.rhs);
        self.meet(&lhs, &rhs);
        let both = lhs.beside(rhs);
        if !plain && compound(op).is_none() {
            return if *op == BinaryOperator::Index { both.and_read(path(e), span) } else { both };
        }
        let target = path(&b.lhs.node);
        for (name, at) in both.writes.iter().filter(|(name, _)| Some(name) == target.as_ref()) {
            self.conflicts.push((name.clone(), *at, b.lhs.span));
        }
        both.and_write(target, b.lhs.span)
    }

    /// What arguments do is done when the function begins.
    fn call(&mut self, call: &CallExpression) -> Effects {
        let mut parts: Vec<Effects> = call.arguments.iter().map(|a| self.all(a)).collect();
        if named(&call.callee).is_none() {
            parts.push(self.all(&call.callee));
        }
        for (i, part) in parts.iter().enumerate() {
            parts[i + 1..].iter().for_each(|other| self.meet(part, other));
        }
        let all = parts.into_iter().fold(Effects::default(), Effects::beside);
        all.before(Effects::default())
    }

    /// Two operands that are evaluated in no order.
    fn meet(&mut self, a: &Effects, b: &Effects) {
        for (one, other) in [(a, b), (b, a)] {
            for (name, writes) in one.writes.iter().chain(&one.done) {
                let used = other.reads.iter().chain(&other.writes).chain(&other.done).find(|(n, _)| n == name);
                let conflict = used.map(|(_, at)| (name.clone(), *writes, *at));
                let known = |c: &Conflict| self.conflicts.iter().any(|k| (k.1, k.2) == (c.2, c.1) || k == c);
                let new: Vec<Conflict> = conflict.into_iter().filter(|c| !known(c)).collect();
                self.conflicts.extend(new);
            }
        }
    }
}

/// A walk over the statements of an expression.
struct Inside<'w> {
    walk: &'w mut Walk,
    effects: Effects,
    declared: BTreeSet<String>,
}

impl<'a> Visit<'a> for Inside<'_> {
    fn visit_expression(&mut self, e: &'a Expression, span: &'a Span) {
        let found = self.walk.evaluated(e, *span);
        self.effects = std::mem::take(&mut self.effects).before(found);
    }

    fn visit_declarator_kind(&mut self, kind: &'a DeclaratorKind, span: &'a Span) {
        if let DeclaratorKind::Identifier(name) = kind {
            self.declared.insert(name.node.name.clone());
        }
        visit::visit_declarator_kind(self, kind, span);
    }
}

impl Effects {
    fn read(name: String, span: Span) -> Effects {
        Effects { reads: vec![(name, span)], ..Effects::default() }
    }

    fn and_read(mut self, path: Option<String>, span: Span) -> Effects {
        self.reads.extend(path.map(|p| (p, span)));
        self
    }

    fn and_write(mut self, path: Option<String>, span: Span) -> Effects {
        self.writes.extend(path.map(|p| (p, span)));
        self
    }

    fn beside(mut self, mut other: Effects) -> Effects {
        self.reads.append(&mut other.reads);
        self.writes.append(&mut other.writes);
        self.done.append(&mut other.done);
        self
    }

    /// All of it is done before the other begins.
    fn before(mut self, other: Effects) -> Effects {
        self.done.append(&mut self.writes);
        self.beside(other)
    }
}

/// How an object is written that names and numbers alone lead to.
fn path(e: &Expression) -> Option<String> {
    match e {
        Expression::Identifier(name) => Some(name.node.name.clone()),
        Expression::Constant(c) => match &c.node {
            Constant::Integer(i) => Some(i.number.to_string()),
            _ => None,
        },
        Expression::Member(m) => {
            let operator = if m.node.operator.node == MemberOperator::Direct { "." } else { "->" };
            Some(format!("{}{operator}{}", path(&m.node.expression.node)?, m.node.identifier.node.name))
        }
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
            Some(format!("*{}", path(&u.node.operand.node)?))
        }
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
            Some(format!("{}[{}]", path(&b.node.lhs.node)?, path(&b.node.rhs.node)?))
        }
        _ => None,
    }
}
