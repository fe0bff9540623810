//! Ruleset 1, and the block-reduced relation, on some states at once: the rules that several workers run, each on its
//! states of a layer (QRR 4, DYN Theorem 4.1).
//!
//! They are the sources of `interleaving`, `reduction` and the reductions of blocks, nothing is typed again. Whoever answers gives the states
//! of the layer as those that are [kept](crate::Program::kept), the first of them as the initial one, and keeps
//! what they lead to for the next layer, so that the fixpoint is the layer itself.

use crate::instrumented::{Instrumented, Threads};
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

ascent::ascent_source! {
    /// The states of a layer.
    dyn_layer:

    Sigma(s) <--
        Prog(p), for s in p.layer();
}

mod blocks {
    use super::*;
    use crate::dyn_reduction::reached;

    ascent::ascent! {
        pub(super) struct Rules<'p>;
        include_source!(super::dyn_layer);
        include_source!(crate::dyn_reduction::dyn_reduction);
    }

    pub(super) fn run(program: &dyn Instrumented) {
        Rules { Prog: vec![(Oracle(program),)], ..Default::default() }.run();
    }
}

/// Runs the rules of Theorem 4.1 once on the states that the program gives.
pub fn block_layer(program: &dyn Instrumented) {
    blocks::run(program);
}
