//! Rulesets 2 and 3 to the letter: they explore nothing.
//!
//! (CFL START) makes edges at nodes in N, and every other rule of level II asks for a node that is
//! not in N. So level II finds the empty summary of the initial node, and level I stays where it is.

use crate::registry::solve_summaries;
use crate::*;

ascent::ascent_source! {
    /// Ruleset 3's premises on N as printed.
    qrr_literal:

    // not N(t, g2, l2)
    macro continues($p: expr, $t: expr, $n1: expr, $n2: expr, $fresh: expr) {
        if !$p.is_outside(*$t, *$n2)
    }
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(qrr_literal);
    include_source!(crate::qrr_printed::qrr_printed);
    include_source!(crate::qrr_printed::qrr_spans_all);
    include_source!(crate::qrr_ruleset2::qrr_ruleset2);
    include_source!(crate::qrr_ruleset3::qrr_ruleset3);
    include_source!(crate::qrr_completes::qrr_completes);
    include_source!(crate::qrr_c3::qrr_c3);
    include_source!(crate::qrr_theorem3::qrr_theorem3);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "summaries-literal",
    paper: "QRR 5",
    claim: Claim::MissesErrors,
    summary: "Rulesets 2 and 3 as printed: they explore nothing",
    completion: Some("C3'"),
    inference: None,
    sources: &[
        include_str!("summaries_literal.rs"),
        include_str!("qrr_printed.rs"),
        include_str!("qrr_ruleset2.rs"),
        include_str!("qrr_ruleset3.rs"),
        include_str!("qrr_completes.rs"),
        include_str!("qrr_c3.rs"),
        include_str!("qrr_theorem3.rs"),
    ],
    solve: solve_summaries!(Rules),
};
