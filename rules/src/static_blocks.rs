//! Static blocks: Lipton reduction by a fixed division of the program's locations (DYN 3). Every
//! location is pre-commit, post-commit, or external, on all ways that lead there.

use crate::dynamic_registry::instrument;
use crate::instrumented::{Copy::*, Guard::*, *};
use crate::*;

ascent::ascent_source! {
    /// DYN 3: large atomic blocks.
    dyn_static_blocks:

    /// `Delta(la, a, lb)`: (la, a, lb) is an edge of the control-flow graph.
    relation Delta(Location, Action, Location);

    /// `At(l)`: l is a location.
    relation At(Location);

    /// `Entry(l)`: a thread starts at l.
    relation Entry(Location);

    /// `Sink(l)`: a thread that has gone wrong is at l.
    relation Sink(Location);

    /// `Lfs(l)`: l belongs to the location feedback set, which every cycle meets.
    relation Lfs(Location);

    /// `RightMover(a)`, `LeftMover(a)`: in every state; a left mover is also never blocked.
    relation RightMover(Action);
    relation LeftMover(Action);

    /// `NotPost(l)`, `NotPre(l)`: no thread at l is behind, or before, its commit.
    relation NotPost(Location);
    relation NotPre(Location);

    /// `Leaves(l)`: an edge leads out of l.
    relation Leaves(Location);

    /// `Instrumented(p, c, a, q)`: an edge from p to q under guard c, by action a if there is one.
    relation Instrumented(Place, Guard, Option<Action>, Place);

    Leaves(*la) <-- Delta(la, _, _);

    // Post-commit: all that can follow is a left mover, something follows, and not for ever.
    NotPost(*l) <-- Entry(l);
    NotPost(*l) <-- Sink(l);
    NotPost(*l) <-- Lfs(l);
    NotPost(*l) <-- At(l), !Leaves(l);
    NotPost(*la) <-- Delta(la, a, _), !LeftMover(a);

    // Pre-commit: all that leads here is a right mover, from outside or from a pre-commit location.
    NotPre(*l) <-- Entry(l);
    NotPre(*l) <-- Sink(l);
    NotPre(*l) <-- At(l), !NotPost(l);
    NotPre(*lb) <-- Delta(_, a, lb), !RightMover(a);
    NotPre(*lb) <-- Delta(la, _, lb), !NotPost(la);

    // Each location in the one copy that it has.
    relation Is(Location, Copy);
    Is(*l, L) <-- At(l), !NotPost(l);
    Is(*l, R) <-- At(l), !NotPre(l);
    Is(*l, N) <-- NotPost(l), NotPre(l);

    //    (la, a, lb) in delta     la in X     lb in Y
    //   ---------------------------------------------
    //    la^X --a--> lb^Y
    Instrumented(Place(*la, *x), True, Some(*a), Place(*lb, *y)) <--
        Delta(la, a, lb), Is(la, x), Is(lb, y);
}

ascent::ascent! {
    struct Rules;
    include_source!(dyn_static_blocks);
}

pub(crate) const REDUCTION: Reduction = Reduction {
    name: "static",
    paper: "DYN 3",
    claim: Claim::Sound,
    summary: "large atomic blocks without phases, with movers that a static analysis finds",
    conditions: Conditions::Static,
    sources: &[include_str!("static_blocks.rs")],
    instrument: |graph| {
        let mut rules = Rules {
            Entry: graph.entries.iter().map(|l| (*l,)).collect(),
            RightMover: graph.right_movers.iter().map(|a| (*a,)).collect(),
            LeftMover: graph.left_movers.iter().map(|a| (*a,)).collect(),
            ..Default::default()
        };
        instrument!(rules, graph)
    },
};
