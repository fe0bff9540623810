//! Names in files of rules.

use super::document::boundary;
use crate::diagnostics::Span;

/// Where the relation or the macro is declared that is named at a byte.
pub(super) fn definition(text: &str, at: usize) -> Option<Span> {
    let name = word(text, at)?;
    let mut starts = text.match_indices(name).map(|(start, _)| start);
    starts.find(|start| is_declaration(text, *start, name)).map(|start| {
        let end = start + name.len();
        Span { start: start as u32, end: end as u32 }
    })
}

/// Whether it follows `relation` or `macro`, as a word.
fn is_declaration(text: &str, start: usize, name: &str) -> bool {
    let line = text[..start].rsplit('\n').next().unwrap_or_default();
    let before = line.trim_end();
    let whole = !text[start + name.len()..].starts_with(is_part);
    whole
        && before.len() < line.len()
        && !line.contains("//")
        && (before.ends_with("relation") || before.ends_with("macro"))
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The word at a byte, or before it.
pub(super) fn word(text: &str, at: usize) -> Option<&str> {
    let at = boundary(text, at);
    let start = at - text[..at].chars().rev().take_while(|c| is_part(*c)).count();
    let end = at + text[at..].chars().take_while(|c| is_part(*c)).count();
    Some(&text[start..end]).filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}
