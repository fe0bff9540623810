//! Summaries with the smallest repair of the printed rules: an edge from a node to itself may
//! always be continued.
//!
//! DIVERGENCE: "not N(t, g2, l2)" becomes "not N(t, g2, l2), or (g1, l1) = (g2, l2)". It also ends a
//! transaction where it starts, so every node in N that a thread starts from is summarized by a `Sum`
//! to itself and marked. Omega is the same as that of `summaries`.

use crate::registry::solve_summaries;
use crate::*;

ascent::ascent_source! {
    /// Ruleset 3 with self-loops exempt.
    qrr_self_loops:

    // not N(t, g2, l2), or the edge is a self-loop
    macro continues($p: expr, $t: expr, $n1: expr, $n2: expr, $fresh: expr) {
        if $n1 == $n2 || !$p.is_outside(*$t, *$n2)
    }
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(qrr_self_loops);
    include_source!(crate::qrr_printed::qrr_printed);
    include_source!(crate::qrr_printed::qrr_spans_all);
    include_source!(crate::qrr_ruleset2::qrr_ruleset2);
    include_source!(crate::qrr_ruleset3::qrr_ruleset3);
    include_source!(crate::qrr_completes::qrr_completes);
    include_source!(crate::qrr_c3::qrr_c3);
    include_source!(crate::qrr_theorem3::qrr_theorem3);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "summaries-f1",
    paper: "QRR 5",
    claim: Claim::Sound,
    summary: "the smallest repair of the printed Ruleset 3: self-loops are exempt",
    completion: Some("C3'"),
    inference: None,
    sources: &[
        include_str!("summaries_f1.rs"),
        include_str!("qrr_printed.rs"),
        include_str!("qrr_ruleset2.rs"),
        include_str!("qrr_ruleset3.rs"),
        include_str!("qrr_completes.rs"),
        include_str!("qrr_c3.rs"),
        include_str!("qrr_theorem3.rs"),
    ],
    solve: solve_summaries!(Rules),
};
