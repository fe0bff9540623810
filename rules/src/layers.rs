//! Ruleset 1 on some states at once: the rules that several workers run, each on its states of a layer (QRR 4).
//!
//! They are the sources of `interleaving` and `reduction`, nothing is typed again. Whoever answers gives the states
//! of the layer as those that are [kept](crate::Program::kept), the first of them as the initial one, and keeps
//! what they lead to for the next layer, so that the fixpoint is the layer itself.

use crate::{Oracle, Program, State};

macro_rules! layer {
    ($name:ident, $premise:path) => {
        mod $name {
            use super::*;

            ascent::ascent! {
                pub(super) struct Rules<'p>;
                include_source!(crate::locks_incremental::fq_kept);
                include_source!($premise);
                include_source!(crate::qrr_ruleset1::qrr_ruleset1);
            }

            pub(super) fn run(program: &dyn Program) {
                Rules { Prog: vec![(Oracle(program),)], ..Default::default() }.run();
            }
        }
    };
}

layer!(interleaving, crate::interleaving::qrr_interleaved);
layer!(reduction, crate::reduction::qrr_reduced);

/// Runs the rules of a ruleset once on the states that the program gives; nothing for rules that look at more than
/// one state at once.
pub fn layer(ruleset: &str) -> Option<fn(&dyn Program)> {
    match ruleset {
        "interleaving" => Some(interleaving::run),
        "reduction" => Some(reduction::run),
        _ => None,
    }
}
