//! What the server can be asked, and its answers.

use super::document::Document;
use super::letters::{Letters, Step};
use super::source::{Language, Source};
use super::{complete, hover, places, rename};
use crate::syntax::fmt::format;
use serde_json::{Value, json};

/// What a client is told that it may ask.
pub(super) fn capabilities(encoding: &str) -> Value {
    json!({
        "positionEncoding": encoding,
        "textDocumentSync": {"openClose": true, "change": 2},
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": {"prepareProvider": true},
        "documentSymbolProvider": true,
        "inlayHintProvider": true,
        "documentFormattingProvider": true,
        "completionProvider": {},
    })
}

const ABOUT_TEXTS: [&str; 11] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/inlayHint",
    "textDocument/formatting",
    "textDocument/completion",
    "moverlog/text",
];

pub(super) fn knows(method: &str) -> bool {
    ABOUT_TEXTS.contains(&method)
}

/// Whether the answer says what a run has found.
pub(super) fn needs_run(method: &str) -> bool {
    matches!(method, "textDocument/hover" | "textDocument/inlayHint")
}

/// A text about which something is asked.
pub(super) struct Asked<'a> {
    pub(super) uri: &'a str,
    pub(super) language: Language,
    pub(super) document: &'a Document,
    pub(super) source: &'a Source,
    pub(super) letters: Option<&'a Letters>,
}

impl Asked<'_> {
    pub(super) fn answer(&self, method: &str, params: &Value) -> Result<Value, String> {
        let at = || self.at(params);
        let ranges = |spans: Vec<crate::diagnostics::Span>| spans.into_iter().map(|s| self.document.range(s));
        Ok(match method {
            "textDocument/hover" if self.language == Language::C => {
                hover::of_statement(self.source, self.document, at()?, self.letters)
            }
            "textDocument/hover" => hover::hover(self.source, self.document, at()?, self.letters),
            "textDocument/definition" => {
                let found = places::definition(self.language, self.source, self.document, at()?);
                found.map_or(Value::Null, |span| places::location(self.document, self.uri, span))
            }
            "textDocument/references" => {
                let declaration = params["context"]["includeDeclaration"] != false;
                let found = places::references(self.source, at()?, declaration);
                found.into_iter().map(|span| places::location(self.document, self.uri, span)).collect()
            }
            "textDocument/documentHighlight" => {
                ranges(places::references(self.source, at()?, true)).map(|range| json!({"range": range})).collect()
            }
            "textDocument/prepareRename" => {
                rename::prepare(self.source, at()?).map_or(Value::Null, |span| self.document.range(span))
            }
            "textDocument/rename" => self.renamed(at()?, params["newName"].as_str().unwrap_or_default())?,
            "textDocument/documentSymbol" => places::outline(self.source, self.document).into(),
            "textDocument/inlayHint" => self.hints(&params["range"]),
            "textDocument/formatting" => self.laid_out(),
            "textDocument/completion" if self.language == Language::C => json!([]),
            "textDocument/completion" => complete::completions(self.source, self.document, at()?).into(),
            _ => json!({"text": self.document.text()}),
        })
    }

    fn at(&self, params: &Value) -> Result<u32, String> {
        self.document.offset(&params["position"]).map(|at| at as u32).ok_or_else(|| "no position".into())
    }

    fn renamed(&self, at: u32, new: &str) -> Result<Value, String> {
        let places = rename::rename(self.source, self.document.text(), at, new)?;
        let edits: Vec<Value> =
            places.into_iter().map(|span| json!({"range": self.document.range(span), "newText": new})).collect();
        Ok(json!({"changes": {self.uri: edits}}))
    }

    /// The lines between those that stay as they are.
    fn laid_out(&self) -> Value {
        let text = self.document.text();
        let Some(new) = Some(self.language).filter(|l| *l == Language::Model).and_then(|_| format(text).ok()) else {
            return Value::Null;
        };
        if new == text {
            return json!([]);
        }
        let same = |a: &mut dyn Iterator<Item = (&str, &str)>| {
            a.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum::<usize>()
        };
        let start = same(&mut text.split_inclusive('\n').zip(new.split_inclusive('\n')));
        let (rest, other) = (&text[start..], &new[start..]);
        let end = same(&mut rest.split_inclusive('\n').rev().zip(other.split_inclusive('\n').rev()));
        let span = crate::diagnostics::Span { start: start as u32, end: (text.len() - end) as u32 };
        json!([{"range": self.document.range(span), "newText": &other[..other.len() - end]}])
    }

    /// The mover letters of statements in a range.
    fn hints(&self, range: &Value) -> Value {
        let all = (0, self.document.text().len());
        let (start, end) =
            self.document.offset(&range["start"]).zip(self.document.offset(&range["end"])).unwrap_or(all);
        let steps = self.letters.iter().flat_map(|l| &l.steps).filter(|s| !s.letters.is_empty());
        let mut inside: Vec<&Step> = steps.filter(|s| (start..=end).contains(&(s.span.start as usize))).collect();
        inside.sort_by_key(|s| (s.span.start, s.span.end));
        let same = |a: &&Step, b: &&Step| self.language == Language::C && a.span.start == b.span.start;
        inside.chunk_by(same).map(|steps| self.hint(steps)).collect()
    }

    /// A statement of C is several steps, each with its letters.
    fn hint(&self, steps: &[&Step]) -> Value {
        let letters: Vec<&str> = steps.iter().map(|step| step.letters.as_str()).collect();
        let facts: Vec<String> = steps.iter().map(|step| step.facts.join("; ").replace("**", "")).collect();
        json!({
            "position": self.document.position(steps[0].span.start as usize),
            "label": letters.join(" "),
            "tooltip": facts.join("\n"),
            "paddingRight": true,
        })
    }
}
