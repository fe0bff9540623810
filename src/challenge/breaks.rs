//! The places at which a model is broken, and the edit for each.

use super::locks::{self, Section};
use crate::diagnostics::Span;
use crate::model::Model;
use crate::syntax::ast::{Condition, Expr, ExprKind, Item, MutexOp, Statement, StatementKind, join};
use crate::syntax::lexer::one_line;

/// What is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A mutex is not acquired, nor given back.
    Lock,
    /// A thread goes on without waiting to be notified.
    Wait,
    /// The statements of an atomic block are steps of their own.
    Atomic,
    /// Nothing is assumed.
    Assume,
    /// A condition of `if` or `while` says nothing: either way may be taken.
    Guard,
    /// The opposite is asserted: who comes there goes wrong.
    Assertion,
}

impl Part {
    pub fn name(self) -> &'static str {
        match self {
            Part::Lock => "lock",
            Part::Wait => "wait",
            Part::Atomic => "atomic",
            Part::Assume => "assume",
            Part::Guard => "guard",
            Part::Assertion => "assertion",
        }
    }
}

/// One edit of a model's text. Lines keep their numbers.
#[derive(Clone, Debug)]
pub struct Break {
    pub part: Part,
    pub line: u32,
    /// What the edit does, in words.
    pub edit: String,
    changes: Vec<(Span, String)>,
}

impl Break {
    /// The text after the edit.
    pub fn apply(&self, text: &str) -> String {
        let mut changes: Vec<&(Span, String)> = self.changes.iter().collect();
        changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        let mut edited = text.to_string();
        for (span, instead) in changes {
            let range = span.start as usize..span.end as usize;
            let lines = text[range.clone()].matches('\n').count().saturating_sub(instead.matches('\n').count());
            edited.replace_range(range, &format!("{instead}{}", "\n".repeat(lines)));
        }
        edited
    }
}

/// Every break of the model, in source order.
pub fn breaks(model: &Model) -> Vec<Break> {
    let (ast, _) = crate::syntax::parse(&model.text);
    let mut statements = vec![];
    for item in &ast.items {
        if let Item::Procedure(procedure) = item {
            procedure.body.iter().for_each(|s| s.walk(&mut |s| statements.push(s)));
        }
    }
    let source = Source { model, statements };
    let mut found: Vec<Break> = source.statements.iter().flat_map(|s| source.of(s)).collect();
    found.sort_by_key(|b| b.changes.first().map(|(span, _)| span.start));
    found
}

/// A model's text and all its statements.
struct Source<'m> {
    model: &'m Model,
    statements: Vec<&'m Statement>,
}

impl Source<'_> {
    fn of(&self, s: &Statement) -> Vec<Break> {
        match &s.kind {
            StatementKind::Mutex { op: MutexOp::Acquire, mutex } => self.lock(s, mutex).into_iter().collect(),
            StatementKind::Mutex { op: MutexOp::Wait, .. } => vec![self.left_out(Part::Wait, s)],
            StatementKind::Assume(_) => vec![self.left_out(Part::Assume, s)],
            StatementKind::Assert(e) if !is_constant(e, false) => vec![self.negated(s)],
            StatementKind::Atomic(body) if !self.is_one_step(s, body) => vec![self.split(s)],
            StatementKind::If { arms, .. } => {
                let guards = arms.iter().filter(|arm| is_guard(&arm.condition));
                guards.map(|arm| self.freed("if", arm.head)).collect()
            }
            StatementKind::While { condition, head, .. } if is_guard(condition) => vec![self.freed("while", *head)],
            _ => vec![],
        }
    }

    fn slice(&self, span: Span) -> &str {
        &self.model.text[span.start as usize..span.end as usize]
    }

    fn line(&self, span: Span) -> u32 {
        1 + self.model.text[..span.start as usize].matches('\n').count() as u32
    }

    fn shown(&self, span: Span) -> String {
        format!("`{}`", one_line(&self.model.text, span))
    }

    fn made(&self, part: Part, s: &Statement, edit: String, mut changes: Vec<(Span, String)>) -> Break {
        // What is claimed of a statement is not claimed of another one.
        changes.extend(s.claim.map(|(_, span)| (span, String::new())));
        Break { part, line: self.line(s.span), edit, changes }
    }

    fn left_out(&self, part: Part, s: &Statement) -> Break {
        self.made(part, s, format!("{} left out", self.shown(s.span)), vec![(s.span, "skip".into())])
    }

    /// `assert(!(e))`.
    fn negated(&self, s: &Statement) -> Break {
        let asserted = Span { start: s.span.start + "assert".len() as u32, ..s.span };
        let asserted = one_line(&self.model.text, asserted);
        let instead = format!("assert(!({}))", without_brackets(asserted.trim()));
        let edit = format!("{} becomes `{instead}`", self.shown(s.span));
        self.made(Part::Assertion, s, edit, vec![(s.span, instead)])
    }

    /// The block without `atomic`.
    fn split(&self, s: &Statement) -> Break {
        let word = Span { start: s.span.start, end: s.span.start + "atomic".len() as u32 };
        let edit = format!("{}: without `atomic`", short(&self.shown(s.span)));
        self.made(Part::Atomic, s, edit, vec![(word, String::new())])
    }

    fn freed(&self, word: &str, head: Span) -> Break {
        let edit = format!("{} becomes `{word} (*)`", self.shown(head));
        Break { part: Part::Guard, line: self.line(head), edit, changes: vec![(head, format!("{word} (*)"))] }
    }

    /// The section without its lock; nothing if waiting and notifying need the lock.
    fn lock(&self, s: &Statement, mutex: &Expr) -> Option<Break> {
        let (also, changes) = match locks::section(&self.model.program, &self.statements, s, mutex)? {
            Section::Here(releases) => {
                let lines = releases.iter().map(|r| format!("`{}` at line {}", self.slice(*r), self.line(*r)));
                let skipped = releases.iter().map(|r| (*r, "skip".into())).collect::<Vec<_>>();
                (lines.collect::<Vec<_>>().join(", "), skipped)
            }
            Section::Elsewhere(releases) => {
                let also = if releases.is_empty() { "no release" } else { "releases by who holds it alone" };
                (also.to_string(), releases.iter().map(|r| self.if_held(*r)).collect())
            }
        };
        let edit = format!("{} left out, with {also}", self.shown(s.span));
        let left_out = std::iter::once((s.span, "skip".to_string()));
        Some(self.made(Part::Lock, s, edit, left_out.chain(changes).collect()))
    }

    /// A release of a mutex that does nothing where the thread does not hold it.
    fn if_held(&self, (release, mutex): (Span, Span)) -> (Span, String) {
        let behind = &self.model.text[release.end as usize..];
        let end = release.end + behind.find(';').map_or(0, |at| at as u32 + 1);
        let (text, m) = (self.slice(release), self.slice(mutex));
        (Span { end, ..release }, format!("{{ if ({m} == tid) {{ {text}; }} }}"))
    }

    /// Inside another atomic block, or one simple statement: then `atomic` says nothing.
    fn is_one_step(&self, s: &Statement, body: &[Statement]) -> bool {
        let around = |o: &&&Statement| matches!(o.kind, StatementKind::Atomic(_)) && join(o.span, s.span) == o.span;
        let nested = self.statements.iter().filter(around).any(|o| o.span != s.span);
        let compound = |k: &StatementKind| {
            matches!(k, StatementKind::If { .. } | StatementKind::Choose { .. } | StatementKind::Block(_))
        };
        nested || body.len() < 2 && !body.iter().any(|s| compound(&s.kind))
    }
}

/// `e` for `(e)`.
fn without_brackets(text: &str) -> &str {
    let mut depth = 0;
    let closes = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    };
    match text.find(closes) {
        Some(end) if text.starts_with('(') && end + 1 == text.len() => &text[1..end],
        _ => text,
    }
}

/// No more of a block than says which one it is.
fn short(text: &str) -> String {
    match text.char_indices().nth(44) {
        Some((at, _)) if text.len() > at + 8 => format!("{} ..`", text[..at].trim_end()),
        _ => text.to_string(),
    }
}

/// A condition that says something: what is always true is no guard.
fn is_guard(condition: &Condition) -> bool {
    match condition {
        Condition::Free => false,
        Condition::Expr(e) => !is_constant(e, true) && !is_constant(e, false),
    }
}

fn is_constant(e: &Expr, value: bool) -> bool {
    matches!(&e.kind, ExprKind::Bool(b) if *b == value)
}
