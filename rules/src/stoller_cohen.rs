//! Lock inference with left movers alone, after Stoller and Cohen as FQ 7 describes them: a transaction
//! is one step and the left movers behind it, and a run starts again when a protecting set shrinks.

use crate::registry::solve_locks;
use crate::*;

ascent::ascent! {
    struct Rules<'p>;
    include_source!(crate::fq_locks::fq_guarded);
    include_source!(crate::qrr_ruleset1::qrr_ruleset1);
    include_source!(crate::fq_access::fq_access);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "stoller-cohen",
    paper: "FQ 7",
    claim: Claim::Sound,
    summary: "lock inference with left movers alone: shorter transactions",
    completion: Some("C3"),
    inference: Some(Inference {
        keeps_states: false,
        right_movers: false,
        blocked_accesses: true,
        mutexes_alone: false,
    }),
    sources: &[
        include_str!("stoller_cohen.rs"),
        include_str!("fq_locks.rs"),
        include_str!("fq_access.rs"),
        include_str!("qrr_ruleset1.rs"),
    ],
    solve: solve_locks!(Rules),
};
