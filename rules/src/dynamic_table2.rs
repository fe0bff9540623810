//! Dynamic reduction with the conditions of DYN's Table 2: formulas over locations and data, which are found from the
//! control-flow graphs before anything runs. The instrumentation is that of `dynamic`.
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
    name: "dynamic-table2",
    paper: "DYN 4, Table 2",
    claim: Claim::Sound,
    summary: "as dynamic, with the conditions of Table 2: formulas over locations and data",
    conditions: Conditions::Formulas,
    sources: &[include_str!("dynamic_table2.rs"), include_str!("dyn_instrumentation.rs")],
    instrument: instrument!(Rules),
};
