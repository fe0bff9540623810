//! Reads rules. What is wrong with one rule does not hide what is wrong with the next.

mod clauses;
mod collected;
mod expressions;
mod items;
mod query;
mod rules;

pub(super) use query::query;

use super::rules::{Clause, Expr, Pattern, Rules};
use super::token::{Placed, Token, shown};
use super::types::{COLUMNS, Scope, kind_named, listed};
use crate::diagnostics::{Diagnostic, Span};
use collected::{Out, collect_macros, collect_relations};
use moverlog_rules::Kind;
use std::collections::HashMap;

/// Parameters and body of an ascent macro.
type Macro<'t> = (Vec<&'t str>, Vec<Placed<'t>>);

type Macros<'t> = HashMap<&'t str, Macro<'t>>;

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Expressions with their places.
type Placings = Vec<(Expr, Span)>;

fn unplaced(head: Placings) -> Vec<Expr> {
    head.into_iter().map(|(e, _)| e).collect()
}

fn error(message: impl Into<String>, span: Span, label: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(message, span, label))
}

/// Macros do not call themselves.
const MAX_DEPTH: u32 = 16;

/// Some of the text, and whether other text builds on it.
pub(super) struct Block<'t> {
    pub tokens: Vec<Placed<'t>>,
    pub included: bool,
}

pub(super) fn parse(blocks: Vec<Block<'_>>) -> Result<Rules, Vec<Diagnostic>> {
    let mut out = Out::default();
    let mut macros = Macros::new();
    for block in &blocks {
        collect_macros(&block.tokens, &mut macros, &mut out);
        collect_relations(&block.tokens, &mut out);
    }
    for Block { tokens, included } in blocks {
        let level = usize::from(!included);
        Parser { tokens, at: 0, macros: &macros, scope: Scope::default(), depth: 0, level, query: None, out: &mut out }
            .items();
    }
    out.finish()
}

/// Where the bracket closes that was opened before `tokens`.
pub(super) fn matching(tokens: &[Placed<'_>]) -> usize {
    let mut depth = 0;
    let closes = |(t, _): &Placed<'_>| {
        match t {
            Token::Mark("(" | "{" | "[") => depth += 1,
            Token::Mark(")" | "}" | "]") => depth -= 1,
            _ => {}
        }
        depth < 0
    };
    tokens.iter().position(closes).unwrap_or(tokens.len())
}

/// The tokens from `from` on up to the bracket that closes.
fn inside<'a, 't>(tokens: &'a [Placed<'t>], from: usize) -> &'a [Placed<'t>] {
    let rest = tokens.get(from..).unwrap_or_default();
    &rest[..matching(rest)]
}

struct Parser<'t, 'o> {
    tokens: Vec<Placed<'t>>,
    at: usize,
    macros: &'o Macros<'t>,
    /// What the body has bound so far.
    scope: Scope,
    /// Of macros.
    depth: u32,
    /// 0 for what is included, 1 for what builds on it.
    level: usize,
    /// What is known of the query that is read, if one is.
    query: Option<query::Asked<'o>>,
    out: &'o mut Out,
}
