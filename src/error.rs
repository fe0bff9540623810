//! What may keep a model from being checked.

use crate::diagnostics::Diagnostic;
use crate::movers::FalseClaim;
use thiserror::Error;

/// Why there is no outcome. A bound that is hit is no error: it makes an outcome inconclusive.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is no model. Where is said in lines `name:line:column: error: message`.
    #[error("{}", lines.join("\n"))]
    IllFormed { diagnostics: Vec<Diagnostic>, lines: Vec<String> },
    /// A model cannot be read.
    #[error("cannot read `{name}`")]
    Unreadable { name: String, source: std::io::Error },
    /// No engine has this name.
    #[error("no ruleset `{name}`; there are {}", known.join(", "))]
    UnknownRules { name: String, known: Vec<&'static str> },
    /// Steps that the model claims to move do not.
    #[error("{} of the model's mover claims do not hold", .0.len())]
    FalseClaims(Vec<FalseClaim>),
}
