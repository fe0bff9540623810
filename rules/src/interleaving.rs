//! Interleaving: every interleaving of single steps, the oracle for every other ruleset.
//!
//! Ruleset 1 without its premise on the other threads: this is -> of QRR 3, the reflexive and
//! transitive closure of all threads' steps from the initial state.

use crate::registry::solve;
use crate::*;

ascent::ascent_source! {
    /// The premise of every rule of Ruleset 1.
    qrr_interleaved:

    // Every thread may move in every state.
    macro may_run($p: expr, $t: expr, $s: expr) { if true }
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(qrr_interleaved);
    include_source!(crate::qrr_ruleset1::qrr_ruleset1);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "interleaving",
    paper: "",
    claim: Claim::Sound,
    summary: "every interleaving of single steps: the oracle",
    completion: None,
    inference: None,
    sources: &[include_str!("interleaving.rs"), include_str!("qrr_ruleset1.rs")],
    solve: solve!(Rules, [Sigma]),
};
