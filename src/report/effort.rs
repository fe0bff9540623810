//! What a run has cost.

use super::{Checked, count};
use crate::driver::{Contexts, Convergence, Counted, Decider, Engine, Measures, Outcome, Verdict, Viewed};
use serde_json::{Value, json};

/// The line of its states, transitions, rounds and seconds.
pub(super) fn effort(c: &Checked<'_>) -> String {
    let o = c.outcome;
    if let Some(measures) = &o.symbolic {
        return symbolic(c, measures);
    }
    if let Some(found) = &o.contexts {
        return contexts(c, found);
    }
    if let Some(how) = o.counted {
        return counted(c, how);
    }
    if let Some(found) = &o.viewed {
        return viewed(c, found);
    }
    if let Some(delays) = o.delays {
        let (states, delays) = (count(o.states, "state"), count(delays, "delay"));
        let what = if o.verdict == Verdict::Wrong { "an error" } else { "a deadlock" };
        return format!("delay-bounded search: {states}, {what} with {delays}, {:.3} s\n", c.seconds);
    }
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

/// The line of a symbolic engine: the circuit, and what it took to decide it.
fn symbolic(c: &Checked<'_>, m: &Measures) -> String {
    let circuit = format!("{}, {}", count(m.latches, "bit"), count(m.gates, "gate"));
    let blocks = m.depth.map_or(String::new(), |depth| format!(", {}", count(depth, "block")));
    let clauses = if m.clauses > 0 { format!(", {}", count(m.clauses, "clause")) } else { String::new() };
    let found = match m.decider {
        Decider::Bmc => String::new(),
        Decider::Ic3 => format!(", {}, {}{clauses}", count(m.frames, "frame"), count(m.queries, "question")),
        Decider::Abc | Decider::External(_) => clauses,
    };
    format!("{} on {}: {circuit}{blocks}{found}, {:.3} s\n", m.decider.name(), c.engine.name(), c.seconds)
}

/// The same as an object; null for an explicit engine.
pub(super) fn symbolic_json(o: &Outcome) -> Value {
    let Some(m) = &o.symbolic else { return Value::Null };
    json!({
        "engine": m.decider.name(),
        "bits": m.latches,
        "gates": m.gates,
        "blocks": m.depth,
        "frames": m.frames,
        "clauses": m.clauses,
        "queries": m.queries,
    })
}

/// The line of an exploration by contexts, and how many there were.
fn contexts(c: &Checked<'_>, found: &Contexts) -> String {
    let states = count(c.outcome.states, "aggregate state");
    let automata = format!("{}, {}", count(found.languages, "stack language"), count(found.transitions, "edge"));
    format!("contexts: {states}, {automata}, {:.3} s\n{}", c.seconds, many(c.outcome, found))
}

fn many(o: &Outcome, found: &Contexts) -> String {
    let explored = count(found.explored as usize, "context");
    match (o.verdict, found.converged) {
        (Verdict::Wrong, _) => format!("  an error takes {explored}, and there is none in fewer\n"),
        (_, Some(Convergence::States)) => format!("  every state is reached in {explored}\n"),
        (_, Some(Convergence::Visible(states))) => {
            let states = count(states, "visible state");
            format!("  safe in any number of contexts: returns may lead to any caller, and none of {states} is wrong\n")
        }
        (_, Some(Convergence::Apart(edges))) => {
            let edges = count(edges, "edge");
            format!("  safe in any number of contexts: each thread has its stack, none sees another's ({edges})\n")
        }
        _ => format!("  safe up to {explored}\n"),
    }
}

/// The line of an exploration in which threads have no names.
fn counted(c: &Checked<'_>, how: Counted) -> String {
    let (states, steps) = (count(c.outcome.states, "state"), count(c.outcome.transitions as usize, "transition"));
    let (by, says) = match how {
        Counted::UpTo(most) => (
            "counter abstraction",
            format!("safe for any number of threads, counting up to {most} in each local state"),
        ),
        Counted::Each => ("counting threads", "threads that do the same have no names".into()),
    };
    format!("{by}: {states}, {steps}, {:.3} s\n  {says}\n", c.seconds)
}

/// What holds of each two threads, if it is no more than a page.
fn viewed(c: &Checked<'_>, found: &Viewed) -> String {
    let (claims, tried) = (count(found.claims.len(), "claim"), count(found.tried, "candidate"));
    let first = format!("invariant of each two threads: {claims} of {tried}, {:.3} s\n", c.seconds);
    let says = match found.any_number {
        true => "  safe for any number of threads, as this holds of each of them, and of each two:\n",
        false => "  safe, as this holds of each thread, and of each two:\n",
    };
    let lines = found.claims.iter().take(SHOWN).map(|claim| format!("    {claim}\n"));
    let more = found.claims.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("    and {more} more (`--format json` has all)\n") } else { String::new() };
    [first, says.into()].into_iter().chain(lines).chain([more]).collect()
}

/// The same as an object.
pub(super) fn viewed_json(found: &Viewed) -> Value {
    json!({ "claims": found.claims, "candidates": found.tried })
}

/// So many claims are shown.
const SHOWN: usize = 12;

/// The same as an object; null if nobody asked.
pub(super) fn contexts_json(o: &Outcome) -> Value {
    let Some(found) = &o.contexts else { return Value::Null };
    let wrong = o.verdict == Verdict::Wrong;
    json!({
        "safe_up_to": if wrong { found.explored - 1 } else { found.explored },
        "wrong_in": wrong.then_some(found.explored),
        "converged": found.converged.map(|why| match why {
            Convergence::States => "states",
            Convergence::Visible(_) => "visible states",
            Convergence::Apart(_) => "stacks apart",
        }),
        "stack_languages": found.languages,
        "edges": found.transitions,
    })
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
