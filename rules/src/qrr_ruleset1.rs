//! QRR Ruleset 1: model checking with reduction (QRR 4; the same rules are FQ 4.2 without stacks).
//!
//! A thread moves only where `may_run!` lets it, which each ruleset that includes this source
//! defines: QRR's premise `for all u != t. N(u, g, ls(u))`, or no premise at all.

ascent::ascent_source! {
    /// QRR Ruleset 1.
    qrr_ruleset1:

    relation Prog(Oracle<'p>);

    /// `Sigma(s)`: the state s = (g, ls, ss) is reached.
    #[ds($crate::dense)]
    relation Sigma(State);

    // (INIT)
    //
    //   ----------------------
    //    Sigma(g0, ls0, ss0)
    Sigma(p.initial()) <--
        Prog(p);

    // (STEP)
    //
    //    Sigma(g, ls, ss)    for all u != t. N(u, g, ls(u))    U(t, g, ls(t), g', l')
    //   ------------------------------------------------------------------------------
    //    Sigma(g', ls[t := l'], ss)
    Sigma(p.set(*s, t, n2)) <--
        Sigma(s), Prog(p), for t in p.threads(),
        may_run!(p, t, s),
        for n2 in p.u(t, p.node(t, *s));

    // (PUSH)
    //
    //    Sigma(g, ls, ss)    for all u != t. N(u, g, ls(u))    U+(t, ls(t), l', f)
    //   ---------------------------------------------------------------------------
    //    Sigma(g, ls[t := l'], ss[t := ss(t).f])
    //
    // DIVERGENCE: printed as U+(t, ls(t), f, l') against the type of U+. Our U+ also sees the
    // global store, since arguments may read it; its phase follows the movers as in U.
    Sigma(s2) <--
        Sigma(s), Prog(p), for t in p.callers(),
        may_run!(p, t, s),
        for (n2, f) in p.u_plus(t, p.node(t, *s)),
        if let Some(s2) = p.push(*s, t, n2, f);

    // (POP)
    //
    //    Sigma(g, ls, ss)    for all u != t. N(u, g, ls(u))    U-(t, ls(t), f, l')    ss(t) = s.f
    //   ------------------------------------------------------------------------------------------
    //    Sigma(g, ls[t := l'], ss[t := s])
    Sigma(p.pop(*s, t, n2)) <--
        Sigma(s), Prog(p), for t in p.callers(),
        may_run!(p, t, s),
        if let Some(f) = p.top(t, *s),
        for n2 in p.u_minus(t, p.node(t, *s), f);
}
