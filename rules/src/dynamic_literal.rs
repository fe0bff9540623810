//! Dynamic reduction as DYN prints it: a thread may stay post-commit for ever, at the end of its
//! procedure or where its next action blocks, and nobody else moves again.
//!
//! `models/errata/fx09_dyn_terminal` and `fx10_dyn_blocked` show what it misses.

use crate::dynamic_registry::instrument;
use crate::instrumented::{Condition::*, Copy::*, Guard::*, *};
use crate::*;

ascent::ascent_source! {
    /// Where R3 to R6 apply, and the conditions, as printed.
    dyn_printed:

    Inner(*la) <--
        At(la);

    Feedback(*la) <--
        Lfs(la);

    // c of a
    macro may_right($a: expr, $c: ident) { let $c = Both(*$a) }

    // c of every action out of la
    macro may_left($la: expr, $c: ident) { let $c = AllBoth(*$la) }
}

ascent::ascent! {
    struct Rules;
    include_source!(crate::dyn_instrumentation::dyn_instrumentation);
    include_source!(dyn_printed);
}

pub(crate) const REDUCTION: Reduction = Reduction {
    name: "dynamic-literal",
    paper: "DYN 4, Table 1",
    claim: Claim::MissesErrors,
    summary: "dynamic as printed: a thread may stay post-commit for ever",
    conditions: Conditions::Dynamic,
    sources: &[include_str!("dynamic_literal.rs"), include_str!("dyn_instrumentation.rs")],
    instrument: instrument!(Rules),
};
