//! Where things are: definitions, uses, the outline of a text.

use super::document::Document;
use super::source::{Language, Source};
use crate::check::symbols::{Symbol, SymbolKind};
use crate::diagnostics::Span;
use crate::syntax::ast::{Item, join};
use serde_json::{Value, json};

pub(super) fn location(document: &Document, uri: &str, span: Span) -> Value {
    json!({"uri": uri, "range": document.range(span)})
}

/// Where the name at a byte is declared.
pub(super) fn definition(language: Language, source: &Source, document: &Document, at: u32) -> Option<Span> {
    match language {
        Language::Model | Language::C => source.symbols.at(at).map(|(symbol, _)| symbol.span),
        Language::Rules => super::rules::definition(document.text(), at as usize),
    }
}

/// Where what is named at a byte is named, in order; without its declaration if that is not wanted.
pub(super) fn references(source: &Source, at: u32, declaration: bool) -> Vec<Span> {
    let Some((symbol, _)) = source.symbols.at(at) else { return vec![] };
    let mut places = source.symbols.places(symbol);
    places.retain(|place| declaration || *place != symbol.span);
    places
}

/// The outline: what is declared outside procedures, and the labels of each.
pub(super) fn outline(source: &Source, document: &Document) -> Vec<Value> {
    source.ast.items.iter().flat_map(|item| entries(item, source, document)).collect()
}

fn entries(item: &Item, source: &Source, document: &Document) -> Vec<Value> {
    let entry = |name: &crate::syntax::ast::Name, kind: u32, whole: Span, inside: Vec<Value>| {
        let detail = source.symbols.at(name.span.start).map_or("", |(symbol, _)| symbol.detail.as_str());
        json!({
            "name": name.text,
            "detail": detail,
            "kind": kind,
            "range": document.range(join(whole, name.span)),
            "selectionRange": document.range(name.span),
            "children": inside,
        })
    };
    match item {
        Item::Const { name, .. } => vec![entry(name, 14, name.span, vec![])],
        Item::Enum { name, members } => {
            let inside = members.iter().map(|m| entry(m, 22, m.span, vec![])).collect();
            let end = members.last().map_or(name.span, |m| m.span);
            vec![entry(name, 10, name.span, inside)].into_iter().map(|e| widened(e, document, end)).collect()
        }
        Item::Variables { declaration, .. } => declaration
            .declarators
            .iter()
            .map(|d| widened(entry(&d.name, 13, d.span, vec![]), document, d.span))
            .collect(),
        Item::Procedure(procedure) => {
            let (start, end) = (procedure.result.span, procedure.close);
            let labels = source.symbols.within(join(procedure.name.span, end));
            let is_own = |s: &&Symbol| s.kind == SymbolKind::Label && s.span.start > procedure.name.span.start;
            let mut inside: Vec<&Symbol> = labels.filter(is_own).collect();
            inside.sort_by_key(|s| s.span.start);
            inside.dedup();
            let inside = inside.iter().map(|s| label(s, document)).collect();
            vec![widened(entry(&procedure.name, 12, start, inside), document, end)]
        }
        Item::Threads { span, .. } => vec![json!({
            "name": "P",
            "detail": "threads",
            "kind": 2,
            "range": document.range(*span),
            "selectionRange": document.range(Span { start: span.start, end: span.start + 1 }),
            "children": [],
        })],
    }
}

fn label(symbol: &Symbol, document: &Document) -> Value {
    let range = document.range(symbol.span);
    json!({"name": symbol.name, "detail": "label", "kind": 20, "range": range, "selectionRange": range, "children": []})
}

/// The entry up to the end of `last`.
fn widened(mut entry: Value, document: &Document, last: Span) -> Value {
    entry["range"]["end"] = document.position(last.end as usize);
    entry
}
