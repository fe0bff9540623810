//! Claims about states: an expression in each line, over shared variables and where threads are.
//!
//! `pc1 == L` says that thread 1 is at the label `L`, `pc1 == 12` that it is in line 12; `pc` is where the thread `tid`
//! is. What names `pc`, `tid` or a thread-local variable is claimed of every thread.

use super::Checker;
use super::names::Entity;
use super::types::Type;
use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::visit::{Visitor, walk_expr, walk_place};
use crate::ir::{Binary, Claim, Expr, Loc, Place, PlaceKind, Spot, Unary};
use crate::syntax::ast::{self, Ast, ExprKind, Name};
use crate::syntax::parser::expressions;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// What a text claims of the model with this tree and text, and everything wrong with it.
pub fn claims<'a>(
    (ast, model): (&Ast, &'a str),
    constants: &[(String, i64)],
    pool: usize,
    text: &'a str,
) -> (Vec<Claim>, Vec<Diagnostic>) {
    let (lines, mut diagnostics) = expressions(text);
    let mut checker = Checker::of(ast, model, constants, pool);
    checker.turn_to(text);
    let found = lines.into_iter().flat_map(|line| checker.claim(line)).collect();
    // What else is pointed at stands in the model.
    let own = checker.diagnostics.into_iter().map(|d| Diagnostic { secondary: vec![], ..d });
    diagnostics.extend(own);
    diagnostics.sort_by_key(|d| d.primary.0.start);
    (found, diagnostics)
}

/// Whose place is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Of(Tid),
}

/// A spot of a line, before it is known of which thread the line is.
type Found = (Whose, BTreeSet<Loc>);

impl<'a> Checker<'a> {
    fn turn_to(&mut self, text: &'a str) {
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        self.lines = std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect();
        self.text = text;
        self.diagnostics.clear();
    }

    /// What a line claims, of each thread if it is about any.
    fn claim(&mut self, mut line: ast::Expr) -> Vec<Claim> {
        let mut spots = vec![];
        self.names.open();
        self.spots(&mut line, &mut spots);
        let expr = self.typed(&line, Type::BOOL);
        self.names.close();
        let threads = self.program.threads.len() as u32;
        let mut about = About { locals: self.program.thread_locals.len() as u32, one: false };
        about.expr(&expr);
        let of_each = about.one || spots.iter().any(|(whose, _)| *whose == Whose::Own);
        let threads = if of_each { (1..=threads).map(|t| Some(Tid(t))).collect() } else { vec![None] };
        let (number, text) = (self.line(line.span), self.slice(line.span).to_string());
        let claim = |thread: Option<Tid>| Claim {
            line: number,
            text: text.clone(),
            thread,
            expr: expr.clone(),
            spots: spots.iter().map(|(whose, locations)| spot(*whose, thread, locations)).collect(),
        };
        threads.into_iter().map(claim).collect()
    }

    /// Puts a register in the place of each `pc1 == L`.
    fn spots(&mut self, e: &mut ast::Expr, found: &mut Vec<Found>) {
        if self.counter(e).is_some() {
            return self.bare(e);
        }
        match &mut e.kind {
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => {
                if let Some(whose) = self.counter(a) {
                    let negated = *op == Binary::Ne;
                    let locations = self.locations(b).unwrap_or_default();
                    return self.spot(e, (whose, locations), negated, found);
                }
                self.spots(a, found);
                self.spots(b, found);
            }
            ExprKind::Binary(_, a, b) => {
                self.spots(a, found);
                self.spots(b, found);
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| self.spots(e, found)),
            ExprKind::Unary(_, a) | ExprKind::Deref(a) | ExprKind::AddressOf(a) | ExprKind::Index(_, a) => {
                self.spots(a, found);
            }
            _ => {}
        }
    }

    /// Whose place the name stands for, unless it stands for something else.
    fn counter(&mut self, e: &ast::Expr) -> Option<Whose> {
        let ExprKind::Name(name) = &e.kind else { return None };
        let number = name.text.strip_prefix("pc").filter(|_| self.names.lookup(&name.text).is_none())?;
        if number.is_empty() {
            return Some(Whose::Own);
        }
        let t: u32 = number.parse().ok()?;
        let threads = self.program.threads.len() as u32;
        if !(1..=threads).contains(&t) {
            let diagnostic = Diagnostic::error(format!("there is no thread {t}"), e.span, "no such thread");
            self.report(diagnostic.help(format!("threads are 1 to {threads}, in the order of `P = ..`")));
        }
        Some(Whose::Of(Tid(t.clamp(1, threads.max(1)))))
    }

    fn bare(&mut self, e: &mut ast::Expr) {
        let message = format!("`{}` is compared with a label or a line", self.slice(e.span));
        let help = format!("write `{} == L`", self.slice(e.span));
        self.report(Diagnostic::error(message, e.span, "a place, and no number").help(help));
        e.kind = ExprKind::Number(0, false);
    }

    /// The locations with a label, or in a line.
    fn locations(&mut self, e: &ast::Expr) -> Option<BTreeSet<Loc>> {
        let all = (0..).map(Loc).zip(&self.program.locations);
        let found: BTreeSet<Loc> = match &e.kind {
            ExprKind::Name(label) => all.filter(|(_, l)| l.labelled && l.name == label.text).map(|(l, _)| l).collect(),
            ExprKind::Number(line, false) => all.filter(|(_, l)| i64::from(l.line) == *line).map(|(l, _)| l).collect(),
            _ => BTreeSet::new(),
        };
        if found.is_empty() {
            self.nowhere(e);
        }
        (!found.is_empty()).then_some(found)
    }

    fn nowhere(&mut self, e: &ast::Expr) {
        let labels = self.program.locations.iter().filter(|l| l.labelled).map(|l| l.name.as_str());
        let near = nearest(self.slice(e.span), labels).map(|near| format!("did you mean `{near}`?"));
        let (message, label) = match &e.kind {
            ExprKind::Name(name) => (format!("unknown label `{}`", name.text), "no such label in the model"),
            ExprKind::Number(..) => ("no statement begins in that line".into(), "no place of a thread"),
            _ => ("a place is a label or a line".into(), "neither of them"),
        };
        let help = near.unwrap_or("name a label of the model, or the line of a statement".into());
        self.report(Diagnostic::error(message, e.span, label).help(help));
    }

    /// A name that nobody can write stands for the register.
    fn spot(&mut self, e: &mut ast::Expr, spot: Found, negated: bool, found: &mut Vec<Found>) {
        let name = Name { text: format!("spot {}", found.len()), span: e.span };
        let reg = (self.program.thread_locals.len() + found.len()) as u32;
        self.names.declare(&name, Entity::Register { reg, len: None, ty: Type::BOOL });
        found.push(spot);
        e.kind = ExprKind::Name(name);
        if negated {
            let inner =
                ast::Expr { kind: std::mem::replace(&mut e.kind, ExprKind::Null), span: e.span, depth: e.depth };
            e.kind = ExprKind::Unary(Unary::Not, Box::new(inner));
        }
    }
}

fn spot(whose: Whose, thread: Option<Tid>, locations: &BTreeSet<Loc>) -> Spot {
    let thread = match whose {
        Whose::Of(t) => t,
        Whose::Own => thread.expect("a line with a place of its own is about a thread"),
    };
    Spot { thread, locations: locations.clone() }
}

/// Whether an expression is about one thread.
struct About {
    /// So many registers are thread-locals.
    locals: u32,
    one: bool,
}

impl<'p> Visitor<'p> for About {
    fn expr(&mut self, e: &'p Expr) {
        self.one |= matches!(e, Expr::Tid);
        walk_expr(self, e);
    }

    fn place(&mut self, place: &'p Place) {
        self.one |= matches!(place.kind, PlaceKind::Reg(r) | PlaceKind::RegIndex { base: r, .. } if r.0 < self.locals);
        walk_place(self, place);
    }
}
