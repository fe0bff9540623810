//! Summaries where no transaction spans a callee whose entry is outside: fewer facts.
//!
//! (CFL POP) asks further that the callee's entry be inside a transaction. Nothing is lost: an entry
//! in N is marked, so (CFL SUM+) pushes the call on level I, which goes on from there.

use crate::registry::solve_summaries;
use crate::*;

ascent::ascent_source! {
    /// A caller's transaction goes on through a callee only where the callee's entry is inside it.
    qrr_spans_inside:

    // not N(t, g2, l3)
    macro spans($p: expr, $t: expr, $n3: expr) { if !$p.is_outside(*$t, *$n3) }
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(crate::qrr_fresh::qrr_fresh);
    include_source!(qrr_spans_inside);
    include_source!(crate::qrr_ruleset2::qrr_ruleset2);
    include_source!(crate::qrr_ruleset3::qrr_ruleset3);
    include_source!(crate::qrr_completes::qrr_completes);
    include_source!(crate::qrr_c3::qrr_c3);
    include_source!(crate::qrr_theorem3::qrr_theorem3);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "summaries-post",
    paper: "QRR 5",
    claim: Claim::Sound,
    summary: "summaries that do not span a callee whose entry is outside",
    completion: Some("C3'"),
    inference: None,
    sources: &[
        include_str!("summaries_post.rs"),
        include_str!("qrr_fresh.rs"),
        include_str!("qrr_ruleset2.rs"),
        include_str!("qrr_ruleset3.rs"),
        include_str!("qrr_completes.rs"),
        include_str!("qrr_c3.rs"),
        include_str!("qrr_theorem3.rs"),
    ],
    solve: solve_summaries!(Rules),
};
