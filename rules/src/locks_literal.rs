//! Lock inference (FQ 6) with rule (access) as printed: only an access that is enabled counts.

use crate::registry::solve_locks;
use crate::*;

ascent::ascent_source! {
    /// (access) as printed.
    fq_access_printed:

    /// `Removed(z, m)`: z is accessed by a thread that does not hold m.
    relation Removed(Variable, Mutex);

    // (ACCESS)
    //
    //    Q(s, ls)    for all u != t. (s, ls) in N(u)
    //    (s, s', l') in Act(t, l)    z in alpha(t, l)    m in Mz    s(m) != t
    //   ----------------------------------------------------------------------
    //    Removed(z, m)
    Removed(z, m) <--
        Sigma(s), Prog(p), for t in p.threads(),
        if p.others_outside(t, *s),
        if p.is_enabled(t, p.node(t, *s)),
        for (z, m) in p.unheld(t, p.node(t, *s));
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(crate::fq_locks::fq_guarded);
    include_source!(crate::qrr_ruleset1::qrr_ruleset1);
    include_source!(fq_access_printed);
}

pub(crate) const RULESET: Ruleset = Ruleset {
    name: "locks-literal",
    paper: "FQ 6",
    claim: Claim::MissesErrors,
    summary: "lock inference as printed: accesses that block go unnoticed",
    completion: Some("C3"),
    inference: Some(Inference {
        keeps_states: false,
        right_movers: true,
        blocked_accesses: false,
        mutexes_alone: false,
    }),
    sources: &[include_str!("locks_literal.rs"), include_str!("fq_locks.rs"), include_str!("qrr_ruleset1.rs")],
    solve: solve_locks!(Rules),
};
