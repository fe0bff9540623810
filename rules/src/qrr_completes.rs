//! What a path edge goes on to: the end of its transaction, its return, or a call inside which it ends (QRR 5.2).
//!
//! DIVERGENCE: for C3' the paper asks for a proof tree with (CFL STEP) at its root and the summary at a
//! leaf. The tree stands upside down, and a node in L(t) whose next move is a call or a return has
//! no (CFL STEP) at all; meant is what the edge goes on to.

ascent::ascent_source! {
    /// Reachability along path edges.
    qrr_completes:

    /// `Completes(t, n1, n2)`: the path edge from n1 to n2 goes on to a summary from n1.
    relation Completes(Tid, Node, Node);

    /// `Precedes(t, n2, n3)`: n3 is behind n2, which an edge leads to, by a step or by a call that returns. It takes what
    /// completes back to the edges before it, none of which is looked at twice.
    relation Precedes(Tid, Node, Node);

    /// `Enters(t, n2, n3, f)`: from n2, which an edge leads to, a call pushes f and enters at n3.
    relation Enters(Tid, Node, Node, Frame);

    // (PRECEDES)
    //
    //    P(t, n1, n2)    U(t, n2, n3)
    //   ------------------------------
    //    n3 is one step behind n2
    Precedes(t, n2, n3) <--
        PathEdge(t, _, n2, _), Prog(p),
        for n3 in p.u(*t, *n2);

    // (ENTERS)
    //
    //    P(t, n1, n2)    U+(t, n2, n3, f)
    //   ----------------------------------
    //    a call from n2 enters at n3
    Enters(t, n2, n3, f) <--
        PathEdge(t, _, n2, _), Prog(p),
        for (n3, f) in p.u_plus(*t, *n2);

    // (PRECEDES POP)
    //
    //    P(t, n1, n2)    U+(t, n2, n3, f)    Sum-(t, n3, f, n4)
    //   --------------------------------------------------------
    //    n4 is one call behind n2
    Precedes(t, n2, n4) <--
        SumMinus(t, n3, f, n4),
        Enters(t, n2, n3, f), Prog(p),
        spans!(p, t, n3);

    // (C3' SUM)
    //
    //    Sum(t, n1, n2)
    //   -------------------------
    //    Completes(t, n1, n2)
    Completes(t, n1, n2) <--
        Sum(t, n1, n2);

    // (C3' SUM-)
    //
    //    P(t, n1, n2)    not N(t, n2)    U-(t, n2, f, n3)    Sum-(t, n1, f, n3)
    //   ------------------------------------------------------------------------
    //    Completes(t, n1, n2)
    Completes(t, n1, n2) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        if p.returns(*t, *n2),
        continues!(p, t, n1, n2, fresh),
        Wanted(t, n1, _);

    // (C3' SUM+)
    //
    //    P(t, n1, n2)    not N(t, n2)    U+(t, n2, n3, f)    Sum+(t, n1, n3, f)
    //   ------------------------------------------------------------------------
    //    Completes(t, n1, n2)
    Completes(t, n1, n2) <--
        SumPlus(t, n1, n3, f),
        Enters(t, n2, n3, f),
        PathEdge(t, n1, n2, fresh), Prog(p),
        continues!(p, t, n1, n2, fresh);

    // (C3' STEP)
    //
    //    P(t, n1, n2)    not N(t, n2)    n3 is one step or one call behind n2    Completes(t, n1, n3)
    //   ----------------------------------------------------------------------------------------------
    //    Completes(t, n1, n2)
    Completes(t, n1, n2) <--
        Completes(t, n1, n3),
        Precedes(t, n2, n3),
        PathEdge(t, n1, n2, fresh), Prog(p),
        continues!(p, t, n1, n2, fresh);
}
