//! What is wrong with an input: a message, where, and what to do about it. Drawn by `render`;
//! nothing here prints.

use crate::ir::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// One finding about a model's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Complete by itself, lower case, no full stop, user text in backticks.
    pub message: String,
    /// The place drawn with a caret, and what is said beside it.
    pub primary: (Span, String),
    /// Other places that explain it.
    pub secondary: Vec<(Span, String)>,
    pub notes: Vec<String>,
    /// One suggested edit.
    pub help: Option<String>,
}
