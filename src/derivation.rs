//! Derivations: why a fact holds.
//!
//! The rules are not written a second time for this. A ruleset carries the text of the files that
//! ascent compiled; [`Rules::parse`] reads that text, and [`derive()`] runs it by interpretation,
//! slower than the compiled rules but noting for every fact the rules and premises that give it.
//! Only atoms are known here; what they stand for is for whoever shows a derivation to say.

mod ask;
mod file;
mod index;
mod parser;
mod rules;
mod run;
mod token;
mod types;

pub use file::RulesFile;
pub use rules::{Rule, Rules, included};
pub use run::{Derivation, Derivations, FactId, derive, solve};
