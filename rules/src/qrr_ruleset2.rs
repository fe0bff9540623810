//! QRR Ruleset 2: level I, reachability of states between transactions (QRR 5.1).
//!
//! It moves a thread by the summaries of level II: `Sum`, `SumPlus` and `SumMinus` take the place
//! of U, U+ and U-, so a step of Omega is a whole transaction, or the part of one up to a call or
//! return that no summary spans.

ascent::ascent_source! {
    /// QRR Ruleset 2.
    qrr_ruleset2:

    relation Prog(Oracle<'p>);

    /// `Omega(s)`: the state s = (g, ls, ss) is reached between transactions.
    #[ds($crate::dense)]
    relation Omega(State);

    /// `Scheduled(t, n, s)`: thread t, at node n of state s, may start a transaction there:
    /// Omega(s) and `for all u != t. N(u, g, ls(u))`. The premise that four rules share.
    relation Scheduled(Tid, Node, State);

    /// `Wanted(t, n, f)`: what starts at n may return through frame f, so its summaries for f are
    /// wanted. Limits (CFL SUM-), printed for all frames, to those that occur.
    relation Wanted(Tid, Node, Frame);

    // (INIT)
    //
    //   ----------------------
    //    Omega(g0, ls0, ss0)
    Omega(p.initial()) <--
        Prog(p);

    // (SCHEDULED)
    //
    //    Omega(g, ls, ss)    for all u != t. N(u, g, ls(u))
    //   ----------------------------------------------------
    //    t may move in (g, ls, ss)
    Scheduled(t, p.node(t, *s), s) <--
        Omega(s), Prog(p), for t in p.threads(),
        if p.others_outside(t, *s);

    // (STEP)
    //
    //    Omega(g, ls, ss)    for all u != t. N(u, g, ls(u))    Sum(t, g, ls(t), g', l')
    //   --------------------------------------------------------------------------------
    //    Omega(g', ls[t := l'], ss)
    //
    // DIVERGENCE: the print has N(u, g, l, ss), Sum(t, g, l, ..) and a phase map ps, left over
    // from an earlier version of the paper.
    Omega(p.set(*s, *t, *n2)) <--
        Scheduled(t, n, s),
        Sum(t, n, n2), Prog(p);

    // (PUSH)
    //
    //    Omega(g, ls, ss)    for all u != t. N(u, g, ls(u))    Sum+(t, g, ls(t), g', l', f)
    //   ------------------------------------------------------------------------------------
    //    Omega(g', ls[t := l'], ss[t := ss(t).f])
    Omega(s2) <--
        Scheduled(t, n, s),
        SumPlus(t, n, n2, f), Prog(p),
        if let Some(s2) = p.push(*s, *t, *n2, *f);

    // (POP)
    //
    //    Omega(g, ls, ss)    for all u != t. N(u, g, ls(u))    ss(t) = s.f    Sum-(t, g, ls(t), f, g', l')
    //   ---------------------------------------------------------------------------------------------------
    //    Omega(g', ls[t := l'], ss[t := s])
    Omega(p.pop(*s, *t, *n2)) <--
        Scheduled(t, n, s), Prog(p),
        if let Some(f) = p.top(*t, *s),
        SumMinus(t, n, f, n2);

    // (CFL START)
    //
    //    Omega(g, ls, ss)    for all u != t. N(u, g, ls(u))
    //   ----------------------------------------------------
    //    P(t, g, ls(t), g, ls(t))
    PathEdge(t, n, n, fresh) <--
        Scheduled(t, n, _),
        starts!(fresh);

    // (WANTED)
    //
    //    Omega(g, ls, ss)    for all u != t. N(u, g, ls(u))    ss(t) = s.f
    //   -------------------------------------------------------------------
    //    Sum-(t, g, ls(t), f, ..) is wanted
    Wanted(t, n, f) <--
        Scheduled(t, n, s), Prog(p),
        if let Some(f) = p.top(*t, *s);
}
