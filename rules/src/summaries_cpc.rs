//! Summaries with Commit Point Completion: where a committed transaction ends nowhere by itself, it ends at a node, for
//! the node at which it started, and at no location for all (LFS).
//!
//! Sound with the conditions of `reduction` on movers and classes, and Theorem 6 of CPC on summaries in place of C3': every
//! commit point completes. What a run finds to be endless is chosen, and the next run ends it there.

use crate::registry::solve_summaries;
use crate::*;

ascent::ascent! {
    struct Rules<'p>;
    include_source!(crate::qrr_fresh::qrr_fresh);
    include_source!(crate::qrr_printed::qrr_spans_all);
    include_source!(crate::qrr_ruleset2::qrr_ruleset2);
    include_source!(crate::qrr_ruleset3::qrr_ruleset3);
    include_source!(crate::qrr_completes::qrr_completes);
    include_source!(crate::qrr_commit::qrr_chosen);
    include_source!(crate::qrr_commit::qrr_commit);
    include_source!(crate::qrr_theorem3::qrr_theorem3);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "summaries-cpc",
    paper: "QRR 5, CPC 7",
    claim: Claim::Sound,
    summary: "summaries whose endless transactions end at chosen nodes",
    completion: Some(registry::THEOREM_6),
    inference: None,
    sources: &[
        include_str!("summaries_cpc.rs"),
        include_str!("qrr_fresh.rs"),
        include_str!("qrr_printed.rs"),
        include_str!("qrr_ruleset2.rs"),
        include_str!("qrr_ruleset3.rs"),
        include_str!("qrr_completes.rs"),
        include_str!("qrr_commit.rs"),
        include_str!("qrr_theorem3.rs"),
    ],
    solve: solve_summaries!(Rules),
};
