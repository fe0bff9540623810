//! What is said of what is pointed at.

use super::document::Document;
use super::letters::{Letters, Step};
use super::source::Source;
use super::{rules, words};
use crate::check::symbols::{Symbol, SymbolKind};
use crate::diagnostics::Span;
use serde_json::{Value, json};

/// A variable, a keyword, a statement: what is there of these.
pub(super) fn hover(source: &Source, document: &Document, at: u32, letters: Option<&Letters>) -> Value {
    let named = source.symbols.at(at);
    let step = letters.and_then(|l| step_at(l, source, at));
    let mut parts = vec![];
    if let Some((symbol, _)) = named {
        parts.push(about(symbol, source, document, letters));
    } else if let Some(line) =
        rules::word(document.text(), at as usize).filter(|w| is_word(w)).and_then(words::line_about)
    {
        parts.push(line);
    }
    parts.extend(step.map(of_step));
    let span = named.map(|(_, span)| span).or(step.map(|s| s.span));
    match parts.is_empty() {
        true => Value::Null,
        false => {
            let value = parts.join("\n\n---\n\n");
            let mut hover = json!({"contents": {"kind": "markdown", "value": value}});
            span.into_iter().for_each(|span| hover["range"] = document.range(span));
            hover
        }
    }
}

/// Of a language without names: the statement alone.
pub(super) fn of_statement(source: &Source, document: &Document, at: u32, letters: Option<&Letters>) -> Value {
    let said = |step: &Step| {
        let contents = json!({"kind": "markdown", "value": of_step(step)});
        json!({"contents": contents, "range": document.range(step.span)})
    };
    letters.and_then(|l| step_at(l, source, at)).map_or(Value::Null, said)
}

/// Whether it is a word of the language.
fn is_word(word: &str) -> bool {
    super::complete::keywords().contains(&word) || crate::syntax::parser::is_statement_word(word)
}

/// The smallest statement around a byte, or the one that a label there names.
fn step_at<'l>(letters: &'l Letters, source: &Source, at: u32) -> Option<&'l Step> {
    let label =
        source.symbols.at(at).filter(|(symbol, place)| symbol.kind == SymbolKind::Label && symbol.span == *place);
    let at = label.map_or(at, |(symbol, _)| {
        letters.steps.iter().map(|s| s.span.start).filter(|s| *s > symbol.span.end).min().unwrap_or(at)
    });
    let around = letters.steps.iter().filter(|s| s.span.start <= at && at <= s.span.end);
    around.min_by_key(|s| s.span.end - s.span.start)
}

fn of_step(step: &Step) -> String {
    let reasons: String = step.reasons.iter().map(|r| format!("\n- {r}")).collect();
    format!("`{}`: {}\n{reasons}", step.text.replace('`', "'"), step.facts.join("; "))
}

fn about(symbol: &Symbol, source: &Source, document: &Document, letters: Option<&Letters>) -> String {
    let (name, detail) = (&symbol.name, &symbol.detail);
    let head = match symbol.kind {
        SymbolKind::Constant => format!("const {name} {detail}"),
        SymbolKind::Enum => format!("enum {name}"),
        SymbolKind::ThreadLocal => format!("thread_local {}", declared(name, detail)),
        SymbolKind::Shared | SymbolKind::Mutex | SymbolKind::Local => declared(name, detail),
        SymbolKind::Procedure => source.signature(symbol, document.text()).unwrap_or_else(|| name.clone()),
        SymbolKind::Label => format!("{name}:"),
    };
    let kind = match symbol.kind {
        SymbolKind::Shared => "shared by all threads",
        SymbolKind::ThreadLocal => "one copy for each thread",
        SymbolKind::Local => "local: no other thread sees it",
        SymbolKind::Label => "a label",
        _ => "",
    };
    let usage = letters.and_then(|l| l.usages.iter().find(|u| u.span == symbol.span));
    let mut lines = vec![format!("```mover\n{head}\n```")];
    lines.extend(Some(kind.to_string()).filter(|k| !k.is_empty()));
    lines.extend(usage.map(|u| u.words.clone()));
    lines.extend(accesses(symbol, source, document, letters));
    lines.join("\n\n")
}

/// `int a[3]`
fn declared(name: &str, detail: &str) -> String {
    match detail.strip_suffix(']').and_then(|d| d.rsplit_once('[')) {
        Some((ty, len)) if !len.contains("..") => format!("{ty} {name}[{len}]"),
        _ => format!("{detail} {name}"),
    }
}

/// Which procedures name a shared variable, and the threads that come there.
fn accesses(symbol: &Symbol, source: &Source, document: &Document, letters: Option<&Letters>) -> Option<String> {
    if !matches!(symbol.kind, SymbolKind::Shared | SymbolKind::Mutex) {
        return None;
    }
    let mut places: Vec<Span> = source.symbols.places(symbol);
    places.retain(|p| *p != symbol.span);
    let line = |p: &Span| document.position(p.start as usize)["line"].as_u64().unwrap_or(0) + 1;
    let said = |p: &Span| {
        let procedure = source.procedure(p.start)?;
        let step = letters.and_then(|l| {
            l.steps
                .iter()
                .filter(|s| s.span.start <= p.start && p.end <= s.span.end)
                .min_by_key(|s| s.span.end - s.span.start)
        });
        let who = step
            .and_then(|s| s.facts.iter().find(|f| f.starts_with("thread")))
            .map_or(String::new(), |who| format!(", {who}"));
        Some(format!("{} line {}{who}", procedure.name.text, line(p)))
    };
    let mut all: Vec<String> = places.iter().filter_map(said).collect();
    all.dedup();
    (!all.is_empty()).then(|| format!("accessed in {}", all.join("; ")))
}
