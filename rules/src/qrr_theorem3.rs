//! The hypothesis of QRR Theorem 3, watched on the facts that are derived.
//!
//! A frame is recursive if it occurs twice on some reachable stack, and transactional if a thread is
//! never outside a transaction while it is on its stack. If every recursive frame is transactional,
//! Omega is finite. Whether it is cannot be decided; but every fact here stands for an execution, so
//! a violation is definite, and a fixpoint that ends without one has met the hypothesis.

ascent::ascent_source! {
    /// Recursive frames that are not transactional.
    qrr_theorem3:

    /// `Under(t, f, n)`: frame f is on the stack of t when it starts from n.
    relation Under(Tid, Frame, Node);

    /// `Recursive(t, f)`: f occurs twice on a stack of t.
    relation Recursive(Tid, Frame);

    /// `NonTransactional(t, f, n1, n2)`: with f on its stack, t gets from n1 to n2, outside any
    /// transaction.
    relation NonTransactional(Tid, Frame, Node, Node);

    // (UNDER CALL)
    //
    //    a call pushes f and enters at n
    //   ---------------------------------
    //    Under(t, f, n)
    Under(t, f, n) <--
        Call(t, _, n, f);

    // (UNDER STACK)
    //
    //    Omega(g, ls, ss)    t may move in it    f on ss(t)
    //   ----------------------------------------------------
    //    Under(t, f, (g, ls(t)))
    Under(t, f, n) <--
        Scheduled(t, n, s), Prog(p),
        for f in p.frames(*t, *s);

    // (UNDER NEXT)
    //
    //    Under(t, f, n1)    from n1, a call enters at n2    no bound has been hit
    //   --------------------------------------------------------------------------
    //    Under(t, f, n2)
    Under(t, f, n2) <--
        Under(t, f, n1), Prog(p),
        if p.goes_on(),
        Call(t, n1, n2, _);

    // (RECURSIVE)
    //
    //    Under(t, f, n)    from n, a call pushes f
    //   -------------------------------------------
    //    f is recursive
    Recursive(t, f) <--
        Under(t, f, n),
        Call(t, n, _, f);

    // (NON-TRANSACTIONAL)
    //
    //    f is recursive    Under(t, f, n1)    P(t, n1, n2)    N(t, n2)    no bound has been hit
    //   ----------------------------------------------------------------------------------------
    //    f is not transactional
    NonTransactional(t, f, n1, n2) <--
        Recursive(t, f),
        Under(t, f, n1), Prog(p),
        if p.goes_on(),
        PathEdge(t, n1, n2, _),
        if p.is_outside(*t, *n2);
}
