//! What may be written at a place: words of the language, and names in scope.

use super::document::Document;
use super::source::Source;
use super::words;
use crate::check::symbols::{Symbol, SymbolKind};
use crate::syntax::token::Token;
use logos::Logos;
use serde_json::{Value, json};

/// The reserved words of the language.
pub(super) fn keywords() -> &'static [&'static str] {
    crate::syntax::token::KEYWORDS
}

pub(super) fn completions(source: &Source, document: &Document, at: u32) -> Vec<Value> {
    let statements = words::STATEMENTS.iter().map(|word| item(word, 3, "statement"));
    let keywords = keywords().iter().map(|word| item(word, 14, "keyword"));
    let names = source.symbols.all().filter(|s| is_visible(s, source, document.text(), at));
    let names = names.map(|s| item(&s.name, kind(s.kind), &s.detail));
    let mut all: Vec<Value> = names.chain(statements).chain(keywords).collect();
    let mut known = std::collections::BTreeSet::new();
    all.retain(|item| known.insert(item["label"].to_string()));
    all
}

fn item(label: &str, kind: u32, detail: &str) -> Value {
    json!({"label": label, "kind": kind, "detail": detail})
}

fn kind(kind: SymbolKind) -> u32 {
    match kind {
        SymbolKind::Constant => 21,
        SymbolKind::Enum => 13,
        SymbolKind::Procedure => 3,
        SymbolKind::Label => 18,
        _ => 6,
    }
}

/// Locals are known in their blocks, behind their declarations; labels in their procedures.
fn is_visible(symbol: &Symbol, source: &Source, text: &str, at: u32) -> bool {
    let together = || match (source.procedure(symbol.span.start), source.procedure(at)) {
        (Some(here), Some(there)) => here.name.span == there.name.span,
        _ => false,
    };
    match symbol.kind {
        SymbolKind::Label => together(),
        SymbolKind::Local => symbol.span.end < at && together() && !is_closed(text, symbol.span.end, at),
        _ => true,
    }
}

/// Whether a block that is open at one byte has ended before the other.
fn is_closed(text: &str, from: u32, to: u32) -> bool {
    let mut depth = 0i32;
    text.get(from as usize..to as usize).is_some_and(|between| {
        Token::lexer(between).any(|token| {
            depth += i32::from(token == Ok(Token::OpenBrace)) - i32::from(token == Ok(Token::CloseBrace));
            depth < 0
        })
    })
}
