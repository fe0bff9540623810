//! What is wrong with an input: a message, where, and what to do about it. Drawn by `render`;
//! nothing here prints.

#[cfg(feature = "cli")]
mod clip;
#[cfg(feature = "cli")]
pub mod render;

use std::ops::Range;
use strsim::damerau_levenshtein;

/// A byte range of the source text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Span {
    /// Its first byte.
    pub start: u32,
    /// The first byte behind it.
    pub end: u32,
}

/// Whether there is a model all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// There is none.
    Error,
    /// There is.
    Warning,
}

/// One finding about a model's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Whether it is an error.
    pub severity: Severity,
    /// Complete by itself, lower case, no full stop, user text in backticks.
    pub message: String,
    /// The place drawn with a caret, and what is said beside it.
    pub primary: (Span, String),
    /// Other places that explain it.
    pub secondary: Vec<(Span, String)>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// One suggested edit.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at one place, `label` beside it.
    pub fn error(message: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            primary: (span, label.into()),
            secondary: vec![],
            notes: vec![],
            help: None,
        }
    }

    /// A warning at one place, `label` beside it.
    pub fn warning(message: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message, span, label) }
    }

    /// Whether there is no model.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Adds another place that explains it.
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.secondary.push((span, label.into()));
        self
    }

    /// Adds a note.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Suggests an edit.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// `help` if there is any.
    pub fn maybe_help(self, help: Option<String>) -> Diagnostic {
        Diagnostic { help: help.or(self.help.clone()), ..self }
    }

    /// The line and column of the caret.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = &text[..self.primary.0.clamped(text).start];
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// One line, without the source: `name:line:column: error: message`.
    pub fn in_line(&self, name: &str, text: &str) -> String {
        let (line, column) = self.place(text);
        let help = self.help.as_ref().map(|help| format!(" (help: {help})")).unwrap_or_default();
        format!("{name}:{line}:{column}: {}: {}{help}", self.severity.name(), self.message)
    }
}

impl Severity {
    /// As messages begin.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

impl Span {
    /// Within the text and between characters.
    fn clamped(self, text: &str) -> Range<usize> {
        let down = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = down(self.start as usize);
        start..down(self.end as usize).max(start)
    }
}

/// The first of the nearest names, if it is near enough to be meant: at most half of its letters are wrong, and
/// of long words fewer. The case of letters does not count.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let letters = word.chars().count();
    let limit = if letters < 3 { 1 } else { 1 + letters / 4 };
    let distance = |name: &str| damerau_levenshtein(&name.to_lowercase(), &word.to_lowercase());
    let near = names.into_iter().map(|name| (distance(name), name));
    let near = near.filter(|(wrong, name)| *wrong <= limit && 2 * wrong <= letters.max(name.len()));
    near.min_by_key(|(wrong, _)| *wrong).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_meant() {
        let names = ["count", "mutex", "m"];
        assert_eq!(nearest("cuont", names), Some("count"));
        assert_eq!(nearest("Mutex", names), Some("mutex"));
        assert_eq!(nearest("mm", names), Some("m"));
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("available", names), None);
    }
}
