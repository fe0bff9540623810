//! The instrumentation of control-flow graphs (DYN 4.2, Table 1; Table 3 in the appendix): a thread
//! decides by the moving conditions of its actions whether it is still pre-commit, post-commit,
//! or external.
//!
//! What is left open: `Inner` and `Feedback`, and the conditions `may_right!` and `may_left!`.

ascent::ascent_source! {
    /// DYN Tables 1 and 3.
    dyn_instrumentation:

    /// `Delta(la, a, lb)`: (la, a, lb) is an edge of the control-flow graph.
    relation Delta(Location, Action, Location);

    /// `At(l)`: l is a location.
    relation At(Location);

    /// `Sink(l)`: a thread that has gone wrong is at l.
    relation Sink(Location);

    /// `Lfs(l)`: l belongs to the location feedback set, which every cycle meets.
    relation Lfs(Location);

    /// `Inner(l)`: a thread may be at l inside a transaction.
    relation Inner(Location);

    /// `Feedback(l)`: at l a post-commit transaction ends.
    relation Feedback(Location);

    /// `Instrumented(p, c, a, q)`: an edge from p to q under guard c, by action a if there is one.
    relation Instrumented(Place, Guard, Option<Action>, Place);

    // (R1)
    //
    //    (la, a, lb) in delta
    //   --------------------------------------------------
    //    la^N --[c_a] a--> lb^R     la^N --[!c_a] a--> lb^L
    Instrumented(Place(*la, N), If(c), Some(*a), Place(*lb, R)),
    Instrumented(Place(*la, N), Unless(c), Some(*a), Place(*lb, L)) <--
        Delta(la, a, lb), may_right!(a, c);

    // (R2)
    //
    //    (la, a, lb) in delta
    //   ----------------------------------------------------
    //    la^R' --[c_a] a--> lb^R     la^R' --[!c_a] a--> lb^L
    Instrumented(Place(*la, RPrime), If(c), Some(*a), Place(*lb, R)),
    Instrumented(Place(*la, RPrime), Unless(c), Some(*a), Place(*lb, L)) <--
        Delta(la, a, lb), may_right!(a, c);

    // (R3)
    //
    //    la in V
    //   ----------------
    //    la^R ----> la^R'
    Instrumented(Place(*la, R), True, None, Place(*la, RPrime)) <--
        Inner(la);

    // (R4)
    //
    //    la in V \ LFS     c(la) = AND of c_a over (la, a, lb) in delta
    //   ----------------------------------------------------------------
    //    la^L --[c(la)]--> la^L'     la^L --[!c(la)]--> la^N
    Instrumented(Place(*la, L), If(c), None, Place(*la, LPrime)),
    Instrumented(Place(*la, L), Unless(c), None, Place(*la, N)) <--
        Inner(la), !Feedback(la), may_left!(la, c);

    // (R5)
    //
    //    (la, a, lb) in delta     la in V \ LFS
    //   ---------------------------------------
    //    la^L' --a--> lb^L
    Instrumented(Place(*la, LPrime), True, Some(*a), Place(*lb, L)) <--
        Delta(la, a, lb), !Feedback(la);

    // (R6)
    //
    //    la in LFS
    //   ---------------
    //    la^L ----> la^N
    Instrumented(Place(*la, L), True, None, Place(*la, N)) <--
        Inner(la), Feedback(la);
}

ascent::ascent_source! {
    /// Where R3 to R6 apply.
    dyn_repaired:

    // DIVERGENCE: printed for every la in V. At the sink R3 and R4 would lead a thread that has gone
    // wrong out of E (DYN Definition 5, items 2 and 4).
    Inner(*la) <--
        At(la), !Sink(la);

    Feedback(*la) <--
        Lfs(la);

    // DIVERGENCE: not printed. Without edges c(la) is an empty conjunction, so that a thread would stay
    // at la^L' for ever, and all others with it: models/errata/fx09_dyn_terminal.
    Feedback(*la) <--
        Inner(la), !Leaves(la);

    /// `Leaves(l)`: an edge leads out of l.
    relation Leaves(Location);

    Leaves(*la) <--
        Delta(la, _, _);
}

ascent::ascent_source! {
    /// The conditions of Table 3: c^R pre-commit, c^L post-commit.
    dyn_left_right:

    // c^R of a
    macro may_right($a: expr, $c: ident) { let $c = Right(*$a) }

    // c^L of every action out of la, one of them enabled
    //
    // DIVERGENCE: printed without "enabled". An action that blocks, all others being frozen behind
    // this thread's commit, would never end the transaction: models/errata/fx10_dyn_blocked.
    macro may_left($la: expr, $c: ident) { let $c = AllLeftEnabled(*$la) }
}

ascent::ascent_source! {
    /// The conditions of Table 1: one and the same on both sides of the commit.
    dyn_both:

    // c of a
    macro may_right($a: expr, $c: ident) { let $c = Both(*$a) }

    // c of every action out of la, one of them enabled
    //
    // DIVERGENCE: printed without "enabled": models/errata/fx10_dyn_blocked.
    macro may_left($la: expr, $c: ident) { let $c = AllBothEnabled(*$la) }
}
