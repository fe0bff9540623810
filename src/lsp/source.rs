//! What is known of a text at once: names, and what is wrong with it.

use super::document::Document;
use crate::c;
use crate::check::symbols::{Symbol, Symbols, symbols};
use crate::control::{Control, Limits};
use crate::derivation::RulesFile;
use crate::diagnostics::{Diagnostic, Severity, Span};
use crate::model::{Model, load, load_c_within};
use crate::syntax::ast::{Ast, Item, Procedure};
use crate::syntax::parse;
use serde_json::{Value, json};

/// Which language a text is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Model,
    Rules,
    C,
}

impl Language {
    /// As the client calls it, or by the name of the file.
    pub(super) fn of(id: &str, uri: &str) -> Language {
        match id {
            "mover-rules" => Language::Rules,
            "c" => Language::C,
            _ if uri.ends_with(".rules") => Language::Rules,
            _ if uri.ends_with(".c") || uri.ends_with(".i") => Language::C,
            _ => Language::Model,
        }
    }
}

/// Where a text is: what it includes stands beside it.
pub(super) fn path(uri: &str) -> String {
    let bytes = uri.strip_prefix("file://").unwrap_or(uri).as_bytes();
    let (mut path, mut at) = (vec![], 0);
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let code = code.and_then(|c| u8::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok());
        path.push(code.unwrap_or(bytes[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&path).into_owned()
}

/// The program that a text is, if it is one, and what is wrong with it.
pub(super) fn program(
    language: Language,
    uri: &str,
    text: &str,
    control: &Control<'_>,
) -> (Option<Model>, Vec<Diagnostic>) {
    match language {
        Language::C => load_c_within(&path(uri), text, &c::Options::default(), control),
        Language::Model => load("edited", text, &[]),
        Language::Rules => (None, RulesFile::load("edited", text).err().unwrap_or_default()),
    }
}

/// A text, understood as far as it can be.
pub(super) struct Source {
    pub(super) ast: Ast,
    pub(super) symbols: Symbols,
    pub(super) wrong: Vec<Diagnostic>,
    /// Whether there is a model.
    pub(super) means: bool,
}

impl Source {
    pub(super) fn of(language: Language, uri: &str, text: &str, limits: &Limits) -> Source {
        let (ast, symbols) = match language {
            Language::Model => {
                let (ast, _) = parse(text);
                let (symbols, _) = symbols(&ast, text);
                (ast, symbols)
            }
            Language::Rules | Language::C => (Ast::default(), Symbols::default()),
        };
        let (model, wrong) = program(language, uri, text, &Control::from(limits.clone()));
        Source { ast, symbols, wrong, means: model.is_some() }
    }

    /// The procedure around a byte.
    pub(super) fn procedure(&self, at: u32) -> Option<&Procedure> {
        let mut all = self.procedures();
        all.find(|p| p.name.span.start <= at && at <= p.close.end)
    }

    pub(super) fn procedures(&self) -> impl Iterator<Item = &Procedure> {
        self.ast.items.iter().filter_map(|item| if let Item::Procedure(p) = item { Some(p) } else { None })
    }

    /// As it would be declared.
    pub(super) fn signature(&self, symbol: &Symbol, text: &str) -> Option<String> {
        let procedure = self.procedures().nth(symbol.procedure?)?;
        let start = procedure.result.span.start as usize;
        let rest = text.get(start..)?;
        let end = rest.find(['{', ';']).unwrap_or(rest.len());
        Some(rest[..end].split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// A finding as the protocol has it, with what to do about it.
pub(super) fn finding(d: &Diagnostic, document: &Document, uri: &str) -> Value {
    let lines = d.notes.iter().map(|note| format!("note: {note}")).chain(d.help.iter().map(|h| format!("help: {h}")));
    let label = Some(&d.primary.1).filter(|l| !l.is_empty() && **l != d.message).map(|l| format!("{}: {l}", d.message));
    let message: Vec<String> = [label.unwrap_or_else(|| d.message.clone())].into_iter().chain(lines).collect();
    let near = |(span, said): &(Span, String)| json!({"location": {"uri": uri, "range": document.range(*span)}, "message": said});
    json!({
        "range": document.range(d.primary.0),
        "severity": if d.severity == Severity::Error { 1 } else { 2 },
        "source": "moverlog",
        "message": message.join("\n"),
        "relatedInformation": d.secondary.iter().map(near).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn paths_are_those_of_files() {
        assert_eq!(path("file:///a%20b/%C3%A4.c"), "/a b/\u{e4}.c");
        assert_eq!(path("untitled:1%"), "untitled:1%");
    }
}
