//! No reduction: every location is external, so that every step is a block (DYN 6).

use crate::dynamic_registry::instrument;
use crate::instrumented::{Copy::*, Guard::*, *};
use crate::*;

ascent::ascent_source! {
    /// Every location in one copy.
    dyn_nored:

    relation Delta(Location, Action, Location);
    relation At(Location);
    relation Sink(Location);
    relation Lfs(Location);

    /// `Instrumented(p, c, a, q)`: an edge from p to q under guard c, by action a if there is one.
    relation Instrumented(Place, Guard, Option<Action>, Place);

    //    (la, a, lb) in delta
    //   ----------------------
    //    la^N --a--> lb^N
    Instrumented(Place(*la, N), True, Some(*a), Place(*lb, N)) <--
        Delta(la, a, lb);
}

ascent::ascent! {
    struct Rules;
    include_source!(dyn_nored);
}

pub(crate) const REDUCTION: Reduction = Reduction {
    name: "nored",
    paper: "DYN 6",
    claim: Claim::Sound,
    summary: "no reduction: every interleaving of single steps, as blocks",
    conditions: Conditions::Static,
    sources: &[include_str!("nored.rs")],
    instrument: instrument!(Rules),
};
