//! Derivations: why a fact holds.
//!
//! The rules are not written a second time for this. A ruleset carries the text of the files that
//! ascent compiled; [`Rules::parse`] reads that text, and [`derive()`] runs it by interpretation,
//! slower than the compiled rules but noting for every fact the rules and premises that give it.
//! [`instances()`] checks what was noted: it finds the instances of a rule again, from a conclusion and
//! its premises. Only atoms are known here; what they stand for is for whoever shows a derivation to say.

mod answered;
mod answers;
mod attempts;
mod blocks;
mod eval;
mod file;
mod index;
mod instance;
mod mutants;
mod parser;
mod query;
mod rules;
mod run;
mod souffle;
mod source;
mod strata;
mod token;
mod types;

pub use answered::Answered;
pub use answers::Answering;
pub use attempts::{Attempt, Column, Giver, Held, Obstacle, Role, Source, Wish, attempts};
pub use blocks::{Blocks, derive_blocks, note_blocks};
pub use file::RulesFile;
pub use index::FactId;
pub use instance::{Leaf, instances};
pub use mutants::Mutant;
pub use query::{Premise, Query, Slot};
pub use rules::{Aggregator, Definition, Rule, Rules};
pub use run::{Derivation, Derivations, derive, solve, solve_and_note};
pub use souffle::souffle;
pub use source::included;
