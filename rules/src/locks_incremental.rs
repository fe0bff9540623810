//! Lock inference (FQ 6) as the paper runs it: Q only grows while protecting sets shrink, so that it
//! holds states reached under sets that turned out too large.
//!
//! The order of the rules: (access) is applied once no other rule can be, to all accesses at once. Of the 8 or 9 states
//! that Q may have for `models/errata/fx08_inference_order.mover` it has 9 then. The final sets do not depend on the
//! order, in any program we have seen. Every run starts from Mz = MutexVar and knows of no other protection.

use crate::registry::solve_locks;
use crate::*;

ascent::ascent_source! {
    /// States of the runs before.
    fq_kept:

    // (KEEP)
    //
    //    Q(s, ls), before some m was removed from some Mz
    //   --------------------------------------------------
    //    Q(s, ls)
    Sigma(s) <--
        Prog(p), for s in p.kept();
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(fq_kept);
    include_source!(crate::fq_locks::fq_guarded);
    include_source!(crate::qrr_ruleset1::qrr_ruleset1);
    include_source!(crate::fq_access::fq_access);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "locks-incremental",
    paper: "FQ 6",
    claim: Claim::OrderDependent,
    summary: "lock inference that keeps the states of larger protecting sets",
    completion: Some("C3"),
    inference: Some(Inference { keeps_states: true, right_movers: true, blocked_accesses: true, mutexes_alone: true }),
    sources: &[
        include_str!("locks_incremental.rs"),
        include_str!("fq_locks.rs"),
        include_str!("fq_access.rs"),
        include_str!("qrr_ruleset1.rs"),
    ],
    solve: solve_locks!(Rules),
};
