//! What a run has cost.

use super::{Checked, count};
use crate::driver::{Engine, Outcome};

/// The line of its states, transitions, rounds and seconds.
pub(super) fn effort(c: &Checked<'_>) -> String {
    let o = c.outcome;
    let (states, transitions) = (count(o.states, "state"), count(o.transitions as usize, "transition"));
    let rounds = match o.rounds {
        0 | 1 => String::new(),
        n if o.cut().is_some() => format!(" in round {n}{}", earlier(o)),
        n => format!(", {n} rounds"),
    };
    let partial = if o.cut().is_some() { " so far" } else { "" };
    let inside = if o.cut().is_some() { inside(c) } else { String::new() };
    format!("{}: {states}, {transitions}{partial}{inside}{rounds}, {:.3} s\n", c.engine.name(), c.seconds)
}

/// Where the last round is the smaller one.
fn earlier(o: &Outcome) -> String {
    let round = o.larger_round();
    round.map_or(String::new(), |(round, states)| format!(" ({} in round {round})", count(states, "state")))
}

/// A search that was cut may have been busy where it stores no states.
fn inside(c: &Checked<'_>) -> String {
    let (o, reduces) = (c.outcome, c.engine.reduces());
    let path_edges = o.relations.iter().find(|(name, n)| *name == "PathEdge" && *n > o.states);
    match path_edges {
        Some((_, n)) => format!(", {} inside transactions", count(*n, "path edge")),
        None if o.nodes <= o.states => String::new(),
        None if !reduces => format!(", {}", count(o.nodes, "node")),
        None => {
            let inside = if matches!(c.engine, Engine::Blocks(..)) { "blocks" } else { "transactions" };
            format!(", {}, those inside {inside} included", count(o.nodes, "node"))
        }
    }
}
