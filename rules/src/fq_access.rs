//! FQ 6, rule (access).

ascent::ascent_source! {
    /// Who accesses z without m shows that m does not protect z.
    fq_access:

    /// `Removed(z, m)`: z is accessed by a thread that does not hold m.
    relation Removed(Variable, Mutex);

    // (ACCESS)
    //
    //    Q(s, ls)    for all u != t. (s, ls) in N(u)    z in alpha(t, l)    m in Mz    s(m) != t
    //   -----------------------------------------------------------------------------------------
    //    Removed(z, m)
    //
    // DIVERGENCE: printed with the premise (s, s', l') in Act(t, l). An access that blocks where all
    // threads are outside then goes unnoticed, and Theorem 6.1 fails: `models/errata/fx07_access_enabledness.mover`.
    Removed(z, m) <--
        Sigma(s), Prog(p), for t in p.threads(),
        if p.others_outside(t, *s),
        for (z, m) in p.unheld(t, p.node(t, *s));
}
