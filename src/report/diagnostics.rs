//! What is wrong with an input, as JSON.

use crate::diagnostics::Span;
use crate::diagnostics::{Diagnostic, Severity};
use serde_json::{Map, Value, json};

/// Findings about a file; lines and columns count from 1, columns in characters, and an end is the
/// first place behind.
pub fn diagnostics_json(diagnostics: &[Diagnostic], file: &str, text: &str) -> Vec<Value> {
    diagnostics.iter().map(|d| one(d, file, text)).collect()
}

/// About a file as a whole, or about no file.
pub fn finding_json(severity: &str, file: Option<&str>, message: &str, notes: &[&str], help: Option<&str>) -> Value {
    let mut finding = json!({"severity": severity, "message": message, "file": file});
    for place in ["line", "column", "end_line", "end_column"] {
        finding[place] = Value::Null;
    }
    finding["labels"] = json!([]);
    finding["notes"] = json!(notes);
    finding["help"] = json!(help);
    finding
}

fn one(d: &Diagnostic, file: &str, text: &str) -> Value {
    let mut finding = Map::new();
    let severity = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    finding.insert("severity".into(), severity.into());
    finding.insert("message".into(), d.message.clone().into());
    finding.insert("file".into(), file.into());
    finding.extend(place(d.primary.0, text));
    let others = d.secondary.iter().map(|(span, said)| label(*span, said, false, text));
    let labels: Vec<Value> = [label(d.primary.0, &d.primary.1, true, text)].into_iter().chain(others).collect();
    finding.insert("labels".into(), labels.into());
    finding.insert("notes".into(), d.notes.clone().into());
    finding.insert("help".into(), d.help.clone().into());
    finding.into()
}

fn label(span: Span, said: &str, primary: bool, text: &str) -> Value {
    let mut label = place(span, text);
    label.insert("message".into(), said.into());
    label.insert("primary".into(), primary.into());
    label.into()
}

fn place(span: Span, text: &str) -> Map<String, Value> {
    let (line, column) = position(span.start, text);
    let (end_line, end_column) = position(span.end.max(span.start), text);
    let numbers = [("line", line), ("column", column), ("end_line", end_line), ("end_column", end_column)];
    numbers.into_iter().map(|(name, n)| (name.to_string(), n.into())).collect()
}

/// Line and column of a byte.
fn position(byte: u32, text: &str) -> (usize, usize) {
    let mut at = (byte as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    (text[..at].matches('\n').count() + 1, text[start..at].chars().count() + 1)
}
