//! Summaries: Rulesets 2 and 3 in the recommended reading.
//!
//! Level I explores states between transactions; level II summarizes what one thread does inside
//! one, procedure by procedure, without a stack. Where transactions and calls nest well, recursion
//! costs nothing (QRR Theorem 3). Sound with the conditions of `reduction`, C3' in place of C3.

use crate::registry::solve_summaries;
use crate::*;

ascent::ascent! {
    struct Rules<'p>;
    include_source!(crate::qrr_fresh::qrr_fresh);
    include_source!(crate::qrr_printed::qrr_spans_all);
    include_source!(crate::qrr_ruleset2::qrr_ruleset2);
    include_source!(crate::qrr_ruleset3::qrr_ruleset3);
    include_source!(crate::qrr_completes::qrr_completes);
    include_source!(crate::qrr_c3::qrr_c3);
    include_source!(crate::qrr_theorem3::qrr_theorem3);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "summaries",
    paper: "QRR 5",
    claim: Claim::Sound,
    summary: "Rulesets 2 and 3: procedure summaries of transactions",
    completion: Some("C3'"),
    inference: None,
    sources: &[
        include_str!("summaries.rs"),
        include_str!("qrr_fresh.rs"),
        include_str!("qrr_printed.rs"),
        include_str!("qrr_ruleset2.rs"),
        include_str!("qrr_ruleset3.rs"),
        include_str!("qrr_completes.rs"),
        include_str!("qrr_c3.rs"),
        include_str!("qrr_theorem3.rs"),
    ],
    solve: solve_summaries!(Rules),
};
