//! Reduction: a thread moves only where every other thread is outside any transaction.
//!
//! Sound for movers with properties 1 to 4 of CPC 3 and a partition that meets
//!
//! - C1: R(t) is a subset of { (g, l, p) : l is neither initial nor wrong, and p };
//! - C2: L(t) is a subset of { (g, l, p) : l is neither initial nor wrong, not p, and all enabled
//!   steps of t are left movers };
//! - C3: from every explored state in L(t), t alone can reach N(t);
//! - C4: a step of another thread leads neither into nor out of R(t), L(t), N(t).
//!
//! DIVERGENCE: QRR Theorem 1 and FQ Theorem 4.1 are stated without C4, and QRR's movers lack
//! property 4 (a left mover stays enabled); `models/errata/fx03` and `fx04` separate the readings.

use crate::registry::solve;
use crate::*;

ascent::ascent_source! {
    /// The premise of every rule of Ruleset 1.
    qrr_reduced:

    // for all u != t. N(u, g, ls(u))
    macro may_run($p: expr, $t: expr, $s: expr) { if $p.others_outside($t, *$s) }
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(qrr_reduced);
    include_source!(crate::qrr_ruleset1::qrr_ruleset1);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "reduction",
    paper: "QRR 4, FQ 4",
    claim: Claim::Sound,
    summary: "Ruleset 1: whole transactions, with phases and N(t)",
    completion: Some("C3"),
    inference: None,
    sources: &[include_str!("reduction.rs"), include_str!("qrr_ruleset1.rs")],
    solve: solve!(Rules, [Sigma]),
};
