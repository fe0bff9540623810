//! Dynamic reduction with both movers only, as DYN's main text has it (Table 1).
//!
//! Sound for moving conditions that meet DYN Definition 1 on reachable states.

use crate::dynamic_registry::instrument;
use crate::instrumented::{Condition::*, Copy::*, Guard::*, *};
use crate::*;

ascent::ascent! {
    struct Rules;
    include_source!(crate::dyn_instrumentation::dyn_instrumentation);
    include_source!(crate::dyn_instrumentation::dyn_repaired);
    include_source!(crate::dyn_instrumentation::dyn_both);
}

pub(crate) const REDUCTION: Reduction = Reduction {
    name: "dynamic-both",
    paper: "DYN 4, Table 1",
    claim: Claim::Sound,
    summary: "as dynamic, with conditions for both movers only",
    conditions: Conditions::Dynamic,
    sources: &[include_str!("dynamic_both.rs"), include_str!("dyn_instrumentation.rs")],
    instrument: instrument!(Rules),
};
