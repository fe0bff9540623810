//! What may keep a model from being checked.

use crate::diagnostics::Diagnostic;
use crate::movers::FalseClaim;
use thiserror::Error;

/// Why there is no outcome. A bound that is hit is no error: it makes an outcome inconclusive.
///
/// ```
/// use moverlog::prelude::*;
///
/// let error = Model::parse("bad.mover", "void T() { y = 1; } P = { T() };").expect_err("there is no y");
/// assert!(matches!(&error, Error::IllFormed { lines, .. } if lines.len() == 1));
/// assert!(error.to_string().starts_with("bad.mover:1:12: error: "));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is no model. Where is said in lines `name:line:column: error: message`.
    #[error("{}", lines.join("\n"))]
    IllFormed {
        /// What is wrong, and where.
        diagnostics: Vec<Diagnostic>,
        /// The same in words, a line each.
        lines: Vec<String>,
    },
    /// A model cannot be read.
    #[error("cannot read `{name}`")]
    Unreadable {
        /// The file.
        name: String,
        /// Why.
        source: std::io::Error,
    },
    /// No engine has this name.
    #[error("no ruleset `{name}`; there are {}", known.join(", "))]
    UnknownRules {
        /// The name.
        name: String,
        /// The names of engines.
        known: Vec<&'static str>,
    },
    /// Steps that the model claims to move do not.
    #[error("{} of the model's mover claims do not hold", .0.len())]
    FalseClaims(Vec<FalseClaim>),
    /// Several processes do not explore the same.
    #[cfg(feature = "workers")]
    #[error(transparent)]
    Cluster(#[from] crate::workers::ClusterError),
}
