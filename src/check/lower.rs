//! Statements, lowered to locations.
//!
//! Every function takes the mark `at` where control comes in and the mark `next` where it goes on.

use super::body::Body;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::build::{Mark, Naming};
use crate::ir::{Expr, Op};
use crate::syntax::ast::{self, Condition, MutexOp, Statement, StatementKind};
use crate::syntax::lexer::one_line;

/// Longest text of an `atomic` statement.
const MAX_TEXT: usize = 60;

impl Body<'_, '_> {
    pub(super) fn sequence(&mut self, statements: &[Statement], at: Mark, next: Mark) {
        let Some((last, others)) = statements.split_last() else { return self.steps.alias(at, next) };
        let mut at = at;
        for statement in others {
            let after = self.steps.fresh();
            self.statement(statement, at, after);
            at = after;
        }
        self.statement(last, at, next);
    }

    /// A statement in a scope of its own: the body of a loop or a branch.
    fn inner(&mut self, statement: &Statement, at: Mark, next: Mark) {
        self.scoped(|body| body.statement(statement, at, next));
    }

    fn statement(&mut self, statement: &Statement, at: Mark, next: Mark) {
        for label in &statement.labels {
            self.define_label(label, at);
        }
        self.claim = statement.claim.map(|(mover, _)| mover);
        let span = statement.span;
        match &statement.kind {
            StatementKind::Empty => self.steps.alias(at, next),
            StatementKind::Block(inner) => self.scoped(|body| body.sequence(inner, at, next)),
            StatementKind::Declaration(declaration) => self.declaration(declaration, at, next),
            StatementKind::If { arms, otherwise } => self.if_statement(arms, otherwise.as_deref(), at, next),
            StatementKind::While { condition, head, body } => {
                let inside = self.steps.fresh();
                self.branch(condition, "while", *head, at, (inside, next));
                self.loop_body(body, inside, at, next);
            }
            StatementKind::For(parts) => self.scoped(|body| body.for_statement(parts, at, next)),
            StatementKind::Switch(switch) => self.switch(switch, at, next),
            StatementKind::Choose { head, branches } => self.choose(branches, *head, at, next),
            StatementKind::Atomic(inner) => {
                let body = self.atomic(inner);
                let op = Op::Atomic { body, next: next.loc() };
                self.push(at, op, cut(one_line(self.checker.text, span)), span, Naming::Own);
            }
            _ => self.simple(&statement.kind, span, at, next),
        }
    }

    fn simple(&mut self, kind: &StatementKind, span: Span, at: Mark, next: Mark) {
        let text = one_line(self.checker.text, span);
        match kind {
            StatementKind::Assign { place, op: None, value: ast::Value::Call(call) } => {
                self.call_into(place, call, text, at, next);
            }
            StatementKind::Assign { place, op: None, value: ast::Value::Spawn(call) } => {
                self.spawn(Some(place), call, text, at, next);
            }
            StatementKind::Spawn(call) => self.spawn(None, call, text, at, next),
            StatementKind::Join(thread) => self.join(thread, text, span, at, next),
            StatementKind::Call(call) if self.joins(call) => self.join(&call.arguments[0], text, span, at, next),
            StatementKind::Call(call) => self.call(call, text, at, next),
            StatementKind::Mutex { op: MutexOp::Wait, mutex } => self.wait(mutex, text, span, at, next),
            _ => {
                let op = self.simple_op(kind, span, next);
                self.push(at, op, text, span, Naming::Own);
            }
        }
    }

    fn simple_op(&mut self, kind: &StatementKind, span: Span, next: Mark) -> Op {
        match kind {
            StatementKind::Goto(label) => Op::Skip { next: self.goto(label).loc() },
            StatementKind::Break => {
                Op::Skip { next: self.loop_exit("break", span, next, |(_, exit)| Some(exit)).loc() }
            }
            StatementKind::Continue => {
                Op::Skip { next: self.loop_exit("continue", span, next, |(head, _)| head).loc() }
            }
            StatementKind::Return(value) => Op::Return { value: self.returned(value.as_ref(), span) },
            _ => match self.checker.action(kind, span) {
                Some(action) => Op::Do { action, next: next.loc() },
                None => Op::Skip { next: next.loc() },
            },
        }
    }

    fn loop_exit(
        &mut self,
        word: &str,
        span: Span,
        next: Mark,
        pick: fn((Option<Mark>, Mark)) -> Option<Mark>,
    ) -> Mark {
        if let Some(innermost) = self.loops.iter().rev().copied().find_map(pick) {
            return innermost;
        }
        let diagnostic = Diagnostic::error(format!("`{word}` outside a loop"), span, "no loop around it");
        self.checker.report(diagnostic.help("`return;` leaves a procedure, `goto L;` goes to a label"));
        next
    }

    fn returned(&mut self, value: Option<&ast::Expr>, span: Span) -> Option<Expr> {
        let (result, name) = (self.result(), self.name().clone());
        match (value, result) {
            (Some(value), Type::Void) => {
                let message = format!("`{}` returns nothing", name.text);
                self.checker.report(
                    Diagnostic::error(message, value.span, "a value is returned")
                        .also(name.span, "declared `void` here")
                        .help("write `return;`, or declare the procedure `int`"),
                );
                None
            }
            (Some(value), _) => Some(self.checker.typed(value, result)),
            (None, Type::Void | Type::Broken) => None,
            (None, _) => {
                let message = format!("`{}` returns a value", name.text);
                self.checker.report(
                    Diagnostic::error(message, span, "no value here")
                        .also(name.span, "declared here")
                        .help("write `return e;`, or declare the procedure `void`"),
                );
                None
            }
        }
    }

    /// The step that evaluates a condition.
    fn branch(&mut self, condition: &Condition, word: &str, span: Span, at: Mark, to: (Mark, Mark)) {
        let (then, otherwise) = (to.0.loc(), to.1.loc());
        let (op, shown) = match condition {
            Condition::Free => (Op::Choose { next: vec![then, otherwise] }, "*".to_string()),
            Condition::Expr(expr) => {
                let cond = self.checker.typed(expr, Type::BOOL);
                (Op::Branch { cond, then, otherwise }, one_line(self.checker.text, expr.span))
            }
        };
        self.push(at, op, format!("{word} ({shown})"), span, Naming::Own);
    }

    fn if_statement(&mut self, arms: &[ast::Arm], otherwise: Option<&Statement>, at: Mark, next: Mark) {
        let mut at = at;
        for (i, arm) in arms.iter().enumerate() {
            let last = i + 1 == arms.len() && otherwise.is_none();
            let then = self.steps.fresh();
            let other = if last { next } else { self.steps.fresh() };
            self.branch(&arm.condition, "if", arm.head, at, (then, other));
            self.inner(&arm.body, then, next);
            at = other;
        }
        if let Some(otherwise) = otherwise {
            self.inner(otherwise, at, next);
        }
    }

    fn loop_body(&mut self, body: &Statement, inside: Mark, again: Mark, exit: Mark) {
        self.loops.push((Some(again), exit));
        self.inner(body, inside, again);
        self.loops.pop();
    }

    fn for_statement(&mut self, parts: &ast::For, at: Mark, next: Mark) {
        let mut head = at;
        if let Some(init) = &parts.init {
            head = self.steps.fresh();
            self.statement(init, at, head);
        }
        let inside = self.steps.fresh();
        match &parts.condition {
            Some(condition) => self.branch(condition, "for", parts.head, head, (inside, next)),
            None => {
                let op = Op::Branch { cond: Expr::Const(1), then: inside.loc(), otherwise: next.loc() };
                self.push(head, op, "for (;;)".into(), parts.head, Naming::Own);
            }
        }
        let mut again = head;
        if let Some(step) = &parts.step {
            again = self.steps.fresh();
            self.statement(step, again, head);
        }
        self.loop_body(&parts.body, inside, again, next);
    }

    fn choose(&mut self, branches: &[Vec<Statement>], head: Span, at: Mark, next: Mark) {
        let entries: Vec<Mark> = branches.iter().map(|_| self.steps.fresh()).collect();
        let op = Op::Choose { next: entries.iter().map(|entry| entry.loc()).collect() };
        self.push(at, op, "choose".into(), head, Naming::Own);
        for (branch, entry) in branches.iter().zip(entries) {
            self.scoped(|body| body.sequence(branch, entry, next));
        }
    }
}

fn cut(text: String) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text;
    }
    let kept: String = text.chars().take(MAX_TEXT - 6).collect();
    format!("{} .. }}", kept.trim_end())
}
