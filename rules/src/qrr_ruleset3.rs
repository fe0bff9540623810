//! QRR Ruleset 3: level II, summarization of one thread's transactions (QRR 5.1).
//!
//! An edge leads from the node where a transaction or a procedure starts to one it reaches. Four
//! places are open, for each ruleset that includes this source to fill:
//!
//! - `starts!(fresh)`: what (CFL START) notes in the edges it makes;
//! - `continues!(p, t, n1, n2, fresh)`: the premise "not N(t, g2, l2)" of (CFL STEP), (CFL PUSH), (CFL POP),
//!   (CFL SUM-) and (CFL SUM+);
//! - `ends!(p, t, n1, n2, fresh)`: the premise N(t, g2, l2) of (CFL SUM);
//! - `spans!(p, t, e)`: a further premise of (CFL POP), on the callee's entry.

ascent::ascent_source! {
    /// QRR Ruleset 3.
    qrr_ruleset3:

    /// `PathEdge(t, n1, n2, fresh)`: inside one transaction and one procedure, t gets from n1 to n2
    /// (P of the paper). `fresh`: by (CFL START), having made no step yet.
    relation PathEdge(Tid, Node, Node, bool);

    /// `Sum(t, n1, n2)`: a transaction leads from n1 to its end at n2.
    relation Sum(Tid, Node, Node);

    /// `SumPlus(t, n1, n2, f)`: a transaction leads from n1 to a call that pushes f and enters at
    /// n2, and may end before that call returns.
    relation SumPlus(Tid, Node, Node, Frame);

    /// `SumMinus(t, n1, f, n2)`: what starts at n1 returns through frame f to n2.
    relation SumMinus(Tid, Node, Frame, Node);

    /// `Mark(t, n)`: a transaction that starts at n ends before its procedure returns.
    relation Mark(Tid, Node);

    /// `Call(t, n1, n2, f)`: inside one transaction t gets from n1 to a call that pushes f and
    /// enters at n2. The premises that (CFL PUSH), (CFL POP) and (CFL SUM+) share.
    relation Call(Tid, Node, Node, Frame);

    // (CFL STEP)
    //
    //    P(t, g1, l1, g2, l2)    U(t, g2, l2, g3, l3)    not N(t, g2, l2)
    //   ------------------------------------------------------------------
    //    P(t, g1, l1, g3, l3)
    PathEdge(t, n1, n3, false) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        continues!(p, t, n1, n2, fresh),
        for n3 in p.u(*t, *n2);

    // (CALL)
    //
    //    P(t, g1, l1, g2, l2)    U+(t, l2, l3, f)    not N(t, g2, l2)
    //   --------------------------------------------------------------
    //    from (g1, l1), a call enters at (g2, l3)
    Call(t, n1, n3, f) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        continues!(p, t, n1, n2, fresh),
        for (n3, f) in p.u_plus(*t, *n2);

    // (CFL PUSH)
    //
    //    P(t, g1, l1, g2, l2)    U+(t, l2, l3, f)    not N(t, g2, l2)
    //   --------------------------------------------------------------
    //    P(t, g2, l3, g2, l3)
    PathEdge(t, n3, n3, false), Wanted(t, n3, f) <--
        Call(t, _, n3, f);

    // (CFL POP)
    //
    //    P(t, g1, l1, g2, l2)    U+(t, l2, l3, f)    not N(t, g2, l2)    Sum-(t, g2, l3, f, g3, l4)
    //   --------------------------------------------------------------------------------------------
    //    P(t, g1, l1, g3, l4)
    PathEdge(t, n1, n4, false) <--
        Call(t, n1, n3, f),
        SumMinus(t, n3, f, n4), Prog(p),
        spans!(p, t, n3);

    // (CFL SUM-)
    //
    //    P(t, g1, l1, g2, l2)    U-(t, l2, f, l3)    not N(t, g2, l2)
    //   --------------------------------------------------------------
    //    Sum-(t, g1, l1, f, g2, l3)
    SumMinus(t, n1, f, n3) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        if p.returns(*t, *n2),
        continues!(p, t, n1, n2, fresh),
        Wanted(t, n1, f),
        for n3 in p.u_minus(*t, *n2, *f);

    // (CFL SUM)
    //
    //    P(t, g1, l1, g2, l2)    N(t, g2, l2)
    //   -----------------------------------------------
    //    Sum(t, g1, l1, g2, l2)    Mark(t, g1, l1)
    Sum(t, n1, n2), Mark(t, n1) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        ends!(p, t, n1, n2, fresh);

    // (CFL SUM+)
    //
    //    P(t, g1, l1, g2, l2)    U+(t, l2, l3, f)    not N(t, g2, l2)    Mark(t, g2, l3)
    //   ---------------------------------------------------------------------------------
    //    Sum+(t, g1, l1, g2, l3, f)    Mark(t, g1, l1)
    SumPlus(t, n1, n3, f), Mark(t, n1) <--
        Call(t, n1, n3, f),
        Mark(t, n3);
}
