//! The papers' inference rules, run as Datalog by ascent: one file per ruleset, one list.
//!
//! Rules know [atoms](State) and the questions that a [`Program`] answers about them; there are no
//! texts and no files here. Who has a program describes it as a [`System`], and [`check`]s it. A relation
//! is named as in its paper and documented as a sentence; a rule stands under the inference rule that it
//! is, with one premise per line.
//!
//! Notation: g global store, l local store (with phase), ls and ss the local store and the stack
//! of every thread, f frame, t and u threads. `n` is a node (g, l); a prime is written as a number,
//! so a step leads from `n` to `n2`. A ruleset asks its questions of `p`, from the one row of
//! `Prog(p)`. Where a rule departs from print, `DIVERGENCE` says why.

#![warn(missing_docs)]
#![allow(non_snake_case, reason = "relations carry the papers' names")]

mod atoms;
mod constructors;
mod dynamic_registry;
mod examples;
mod instrumentation;
mod instrumented;
mod program;
mod questions;
mod registry;
mod system;

#[doc(hidden)]
pub mod dense;

mod qrr_c3;
mod qrr_commit;
mod qrr_completes;
mod qrr_fresh;
mod qrr_printed;
mod qrr_ruleset1;
mod qrr_ruleset2;
mod qrr_ruleset3;
mod qrr_theorem3;

mod fq_access;
mod fq_locks;

mod dyn_instrumentation;
mod dyn_reduction;

mod dynamic;
mod dynamic_both;
mod dynamic_literal;
mod dynamic_table2;
mod interleaving;
#[cfg(feature = "layers")]
mod layers;
mod locks;
mod locks_incremental;
mod locks_literal;
mod nored;
mod phase;
mod reduction;
mod static_blocks;
mod stoller_cohen;
mod summaries;
mod summaries_cpc;
mod summaries_f1;
mod summaries_literal;
mod summaries_post;
#[cfg(feature = "layers")]
mod summaries_shared;

pub use atoms::*;
pub use constructors::{CONSTRUCTORS, Constructor};
pub use dyn_reduction::{ends, reduce};
pub use dynamic_registry::{Conditions, Instrument, Reduction};
pub use examples::EXAMPLES;
pub use instrumented::{Condition, Copy, Edge, Graph, Guard, Instrumented, Place};
#[cfg(feature = "layers")]
pub use layers::{block_layer, layer};
pub use program::*;
pub use questions::{Kind, Question, Type, Value, letters};
pub use registry::{Claim, Inference, Ruleset, Solution, Solve, Summaries, THEOREM_6};
#[cfg(feature = "layers")]
pub use summaries_shared::{Crew, SHARED, summaries_share, summaries_whole};
pub use system::{
    Bounds, Breach, Effect, Explicit, Mover, Outcome, Path, Protection, Reason, Step, System, Verdict, check, doubts,
};

/// Every ruleset, in the order in which they are listed to users.
pub const RULESETS: &[Ruleset] = &[
    interleaving::RULESET,
    reduction::RULESET,
    summaries::RULESET,
    summaries_post::RULESET,
    summaries_cpc::RULESET,
    summaries_f1::RULESET,
    summaries_literal::RULESET,
    locks::RULESET,
    locks_incremental::RULESET,
    locks_literal::RULESET,
    stoller_cohen::RULESET,
];

/// The ruleset of that name.
pub fn ruleset(name: &str) -> Option<&'static Ruleset> {
    RULESETS.iter().find(|r| r.name == name)
}

/// The reductions that DYN 6 compares, in the order in which they are listed to users.
pub const REDUCTIONS: &[Reduction] = &[
    dynamic::REDUCTION,
    dynamic_table2::REDUCTION,
    dynamic_both::REDUCTION,
    phase::REDUCTION,
    static_blocks::REDUCTION,
    nored::REDUCTION,
    dynamic_literal::REDUCTION,
];

/// The reduction of that name.
pub fn reduction(name: &str) -> Option<&'static Reduction> {
    REDUCTIONS.iter().find(|r| r.name == name)
}
