//! Dynamic reduction: actions that become movers while the program runs, left and right apart (DYN Table 3).
//!
//! Sound for moving conditions that meet DYN Definition 12 on reachable states.

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
    name: "dynamic",
    paper: "DYN 4, Table 3",
    claim: Claim::Sound,
    summary: "blocks by moving conditions that are tested while the program runs",
    conditions: Conditions::Dynamic,
    sources: &[include_str!("dynamic.rs"), include_str!("dyn_instrumentation.rs")],
    instrument: instrument!(Rules),
};
