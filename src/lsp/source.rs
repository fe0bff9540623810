//! What is known of a text at once: names, and what is wrong with it.

use super::document::Document;
use crate::check::symbols::{Symbol, Symbols, symbols};
use crate::derivation::RulesFile;
use crate::diagnostics::{Diagnostic, Severity, Span};
use crate::model::load;
use crate::syntax::ast::{Ast, Item, Procedure};
use crate::syntax::parse;
use serde_json::{Value, json};

/// Which language a text is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Model,
    Rules,
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
    pub(super) fn of(language: Language, text: &str) -> Source {
        if language == Language::Rules {
            let wrong = RulesFile::load("edited", text).err().unwrap_or_default();
            return Source { ast: Ast::default(), symbols: Symbols::default(), wrong, means: false };
        }
        let (ast, _) = parse(text);
        let (symbols, _) = symbols(&ast, text);
        let (model, wrong) = load("edited", text, &[]);
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
