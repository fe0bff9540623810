//! How a summary starts: an edge that has made no step yet may always be continued.
//!
//! DIVERGENCE: printed, every rule of level II asks for "not N(t, g2, l2)". But (CFL START) makes its
//! edges at nodes in N, the initial one first, so no rule ever applies. The text means N of a node
//! that has been *reached*: "until N becomes true of a target state". So the edges of (CFL START)
//! are `fresh`: their node counts as inside, and they do not end where they start.

ascent::ascent_source! {
    /// The recommended reading of Ruleset 3's premises on N.
    qrr_fresh:

    macro starts($fresh: ident) { let $fresh = true }

    // not N(t, g2, l2), or no step has been made
    macro continues($p: expr, $t: expr, $n1: expr, $n2: expr, $fresh: expr) {
        if *$fresh || !$p.is_outside(*$t, *$n2)
    }

    // N(t, g2, l2), and a step has been made
    macro ends($p: expr, $t: expr, $n1: expr, $n2: expr, $fresh: expr) {
        if !*$fresh && $p.is_outside(*$t, *$n2)
    }
}
