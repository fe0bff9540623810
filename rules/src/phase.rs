//! Phases with static movers: the reduction of Flanagan and Qadeer as DYN 6 compares with it. The
//! instrumentation is that of `dynamic`, but a condition is true where it holds of every state, and
//! false otherwise.

use crate::dynamic_registry::instrument;
use crate::instrumented::{Condition::*, Copy::*, Guard::*, *};
use crate::*;

ascent::ascent! {
    struct Rules;
    include_source!(crate::dyn_instrumentation::dyn_instrumentation);
    include_source!(crate::dyn_instrumentation::dyn_repaired);
    include_source!(crate::dyn_instrumentation::dyn_left_right);
}

pub(crate) const REDUCTION: Reduction = Reduction {
    name: "phase",
    paper: "DYN 6, FQ 4",
    claim: Claim::Sound,
    summary: "blocks by phases, with movers that a static analysis finds",
    conditions: Conditions::Static,
    sources: &[include_str!("phase.rs"), include_str!("dyn_instrumentation.rs")],
    instrument: instrument!(Rules),
};
