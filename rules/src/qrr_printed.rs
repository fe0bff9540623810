//! Premises of Ruleset 3 as printed.

ascent::ascent_source! {
    /// Edges of (CFL START) are like any other, and N(t, g2, l2) alone ends a transaction.
    qrr_printed:

    macro starts($fresh: ident) { let $fresh = false }

    // N(t, g2, l2)
    macro ends($p: expr, $t: expr, $n1: expr, $n2: expr, $fresh: expr) {
        if $p.is_outside(*$t, *$n2)
    }
}

ascent::ascent_source! {
    /// (CFL POP) asks nothing of the callee's entry: a caller's transaction may go on through a callee
    /// whose entry is outside.
    qrr_spans_all:

    macro spans($p: expr, $t: expr, $n3: expr) { if true }
}
