//! Condition C3' of QRR 5.2 on the fixpoint, and who breaks it.
//!
//! C3': if P(t, n1, n2) and n2 is in L(t), then from this edge level II derives `Sum`, `SumMinus` or
//! `SumPlus` from n1: every committed transaction ends, returns, or reaches a call inside which it ends.

ascent::ascent_source! {
    /// C3' of every path edge.
    qrr_c3:

    /// `Endless(t, n1, n2)`: the path edge from n1 to n2 breaks C3'.
    relation Endless(Tid, Node, Node);

    // (C3')
    //
    //    P(t, n1, n2)    L(t, n2)    not Completes(t, n1, n2)
    //   ------------------------------------------------------
    //    C3' fails at n2
    Endless(t, n1, n2) <--
        PathEdge(t, n1, n2, _), Prog(p),
        if p.is_left(*t, *n2),
        !Completes(t, n1, n2);
}
