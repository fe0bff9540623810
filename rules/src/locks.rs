//! Lock inference (FQ 6) to a canonical answer: runs are repeated with smaller protecting sets
//! until no access contradicts them.

use crate::registry::solve_locks;
use crate::*;

ascent::ascent! {
    struct Rules<'p>;
    include_source!(crate::fq_locks::fq_guarded);
    include_source!(crate::qrr_ruleset1::qrr_ruleset1);
    include_source!(crate::fq_access::fq_access);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "locks",
    paper: "FQ 6",
    claim: Claim::Sound,
    summary: "lock inference: reduction while protecting locks are inferred",
    completion: Some("C3"),
    inference: Some(Inference {
        keeps_states: false,
        right_movers: true,
        blocked_accesses: true,
        mutexes_alone: false,
    }),
    sources: &[
        include_str!("locks.rs"),
        include_str!("fq_locks.rs"),
        include_str!("fq_access.rs"),
        include_str!("qrr_ruleset1.rs"),
    ],
    solve: solve_locks!(Rules),
};
