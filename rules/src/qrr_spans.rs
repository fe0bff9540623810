//! Whether a caller's transaction may go on through a callee whose entry is outside: as printed, it may.

ascent::ascent_source! {
    /// (CFL POP) asks nothing of the callee's entry.
    qrr_spans_all:

    macro spans($p: expr, $t: expr, $n3: expr) { if true }
}
