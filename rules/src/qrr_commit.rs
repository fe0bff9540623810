//! Commit Point Completion (CPC 4) on summaries: which committed transactions end nowhere, and where each of them is to.
//!
//! CPC's section 7 has one sentence on summaries. These rules are what it comes to: a commit point is a node behind a
//! step that is no right mover, of the same transaction; each is to complete, and where some do not, those are chosen
//! that nothing but themselves can be reached from. A transaction that comes to a chosen node ends there (CFL CHOSEN),
//! in the next run.
//!
//! DIVERGENCE: CPC chooses one record of each component, the one that its search leaves last; these rules choose all
//! commit points of a last component, so that what is chosen depends on no order.

ascent::ascent_source! {
    /// Ends of transactions where a run before this one has chosen them.
    qrr_chosen:

    // (CFL CHOSEN)
    //
    //    P(t, g1, l1, g2, l2)    from (g1, l1), (g2, l2) was chosen
    //   ------------------------------------------------------------
    //    Sum(t, g1, l1, g2, l2 without phase)    Mark(t, g1, l1)
    Sum(t, n1, p.ended(*n2)), Mark(t, n1), Completes(t, n1, n2) <--
        PathEdge(t, n1, n2, _), Prog(p),
        if p.is_chosen(*t, *n1, *n2);
}

ascent::ascent_source! {
    /// Commit points, and those that do not complete.
    qrr_commit:

    /// `Commits(t, n1, n2)`: in the transaction that starts at n1, a step that is no right mover leads to n2.
    relation Commits(Tid, Node, Node);

    /// `Behind(t, n1, n2)`: n2 is reached from n1 behind such a step, in the same procedure or in one that it called.
    relation Behind(Tid, Node, Node);

    /// `Dirty(t, n1, f, n2)`: what starts at n1 returns through frame f to n2, behind such a step.
    relation Dirty(Tid, Node, Frame, Node);

    /// `CommitPoint(t, n1, n2)`: n2 is a commit point of the transaction that starts at n1.
    relation CommitPoint(Tid, Node, Node);

    /// `Open(t, n1, n2)`: a commit point that does not complete.
    relation Open(Tid, Node, Node);

    /// `Follows(t, n1, n2, n3)`: n3 is reached behind n2, a commit point from n1 that does not complete.
    relation Follows(Tid, Node, Node, Node);

    /// `Escapes(t, n1, n2)`: from n2 another such commit point is reached, from which n2 is not.
    relation Escapes(Tid, Node, Node);

    /// `Endless(t, n1, n2)`: n2 is chosen: of the commit points that do not complete, one of the last.
    relation Endless(Tid, Node, Node);

    // (COMMITS STEP)
    //
    //    P(t, n1, n2)    not N(t, n2)    U(t, n2, n3)    not RM(t, n2)
    //   ---------------------------------------------------------------
    //    a commit of what starts at n1 leads to n3
    Commits(t, n1, n3) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        continues!(p, t, n1, n2, fresh),
        if !p.is_right_mover(*t, *n2),
        for n3 in p.u(*t, *n2);

    // (COMMITS CALL)
    //
    //    P(t, n1, n2)    not N(t, n2)    U+(t, n2, n3, f)    not RM(t, n2)
    //   -------------------------------------------------------------------
    //    a commit leads to where the callee starts, n3
    Commits(t, n3, n3) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        continues!(p, t, n1, n2, fresh),
        if !p.is_right_mover(*t, *n2),
        for (n3, f) in p.u_plus(*t, *n2);

    // (COMMITS INSIDE)
    //
    //    from n1, a call enters at n3    behind a commit, what starts at n3 returns to n4
    //   ----------------------------------------------------------------------------------
    //    a commit of what starts at n1 leads to n4
    Commits(t, n1, n4) <--
        Call(t, n1, n3, f),
        Dirty(t, n3, f, n4), Prog(p),
        spans!(p, t, n3);

    // (BEHIND)
    //
    //    a commit of what starts at n1 leads to n2
    //   -------------------------------------------
    //    from n1, n2 is behind a commit
    Behind(t, n1, n2) <--
        Commits(t, n1, n2);

    // (BEHIND STEP)
    //
    //    from n1, n2 is behind a commit    not N(t, n2)    U(t, n2, n3)
    //   ----------------------------------------------------------------
    //    so is n3
    Behind(t, n1, n3) <--
        Behind(t, n1, n2), Prog(p),
        if !p.is_outside(*t, *n2),
        for n3 in p.u(*t, *n2);

    // (BEHIND POP)
    //
    //    from n1, n2 is behind a commit    not N(t, n2)    U+(t, n2, n3, f)    Sum-(t, n3, f, n4)
    //   ------------------------------------------------------------------------------------------
    //    so is n4
    Behind(t, n1, n4) <--
        Behind(t, n1, n2), Prog(p),
        if !p.is_outside(*t, *n2),
        for (n3, f) in p.u_plus(*t, *n2),
        spans!(p, t, &n3),
        SumMinus(t, n3, f, n4);

    // (DIRTY)
    //
    //    from n1, n2 is behind a commit    not N(t, n2)    U-(t, n2, f, n3)
    //   --------------------------------------------------------------------
    //    what starts at n1 returns to n3, behind a commit
    Dirty(t, n1, f, n3) <--
        Behind(t, n1, n2), Prog(p),
        if p.returns(*t, *n2),
        if !p.is_outside(*t, *n2),
        Wanted(t, n1, f),
        for n3 in p.u_minus(*t, *n2, *f);

    // (DIRTY RETURN)
    //
    //    P(t, n1, n2)    not N(t, n2)    U-(t, n2, f, n3)    not RM(t, n2)
    //   -------------------------------------------------------------------
    //    what starts at n1 returns to n3 by a commit
    Dirty(t, n1, f, n3) <--
        PathEdge(t, n1, n2, fresh), Prog(p),
        if p.returns(*t, *n2),
        continues!(p, t, n1, n2, fresh),
        if !p.is_right_mover(*t, *n2),
        Wanted(t, n1, f),
        for n3 in p.u_minus(*t, *n2, *f);

    // (COMMIT POINT)
    //
    //    a commit of what starts at n1 leads to n2    L(t, n2)
    //   -------------------------------------------------------
    //    n2 is a commit point
    CommitPoint(t, n1, n2) <--
        Commits(t, n1, n2), Prog(p),
        if p.is_left(*t, *n2);

    // (COMMIT POINT BETWEEN)
    //
    //    Omega(g, ls, ss)    t may move in it    L(t, g, ls(t))
    //   --------------------------------------------------------
    //    level I pushed or popped in the midst of a committed transaction
    CommitPoint(t, n, n) <--
        Scheduled(t, n, _), Prog(p),
        if p.is_left(*t, *n);

    // (OPEN)
    //
    //    n2 is a commit point from n1    not Completes(t, n1, n2)
    //   ----------------------------------------------------------
    //    n2 does not complete
    Open(t, n1, n2) <--
        CommitPoint(t, n1, n2),
        !Completes(t, n1, n2);

    // (FOLLOWS)
    //
    //    n2 does not complete
    //   ----------------------
    //    n2 follows itself
    Follows(t, n1, n2, n2) <--
        Open(t, n1, n2);

    // (FOLLOWS STEP)
    //
    //    n3 follows n2    U(t, n3, n4)
    //   -------------------------------
    //    n4 follows n2
    Follows(t, n1, n2, n4) <--
        Follows(t, n1, n2, n3), Prog(p),
        for n4 in p.u(*t, *n3);

    // (FOLLOWS POP)
    //
    //    n3 follows n2    U+(t, n3, n4, f)    Sum-(t, n4, f, n5)
    //   ---------------------------------------------------------
    //    n5 follows n2
    Follows(t, n1, n2, n5) <--
        Follows(t, n1, n2, n3), Prog(p),
        for (n4, f) in p.u_plus(*t, *n3),
        spans!(p, t, &n4),
        SumMinus(t, n4, f, n5);

    // (ESCAPES)
    //
    //    n3 follows n2    n3 does not complete    n2 does not follow n3
    //   ----------------------------------------------------------------
    //    n2 is not among the last
    Escapes(t, n1, n2) <--
        Follows(t, n1, n2, n3),
        Open(t, n1, n3),
        !Follows(t, n1, n3, n2);

    // (CHOOSE)
    //
    //    n2 does not complete    n2 is among the last
    //   ----------------------------------------------
    //    what starts at n1 is to end at n2
    Endless(t, n1, n2) <--
        Open(t, n1, n2),
        !Escapes(t, n1, n2);
}
