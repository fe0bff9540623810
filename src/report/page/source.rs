//! The text of the model, and what its margin says.

use super::super::moving::{Said, below};
use super::Page;
use crate::driver::Profile;
use crate::ir::Location;
use crate::movers::Class;
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) fn source(p: &Page<'_>) -> Value {
    let c = p.checked;
    let locations = c.program.locations.iter().zip(&c.outcome.profiles);
    // Without phases nothing is inside a transaction.
    let marked = locations.filter(|(_, p)| c.engine.has_phases() && !p.moves.is_empty());
    let marks: Vec<Value> = marked.map(|(at, p)| mark(at, p)).collect();
    json!({"text": p.source, "marks": marks, "said": said(p)})
}

/// What DYN's reductions know of the actions on each line, in words.
fn said(p: &Page<'_>) -> Vec<Value> {
    let c = p.checked;
    let (model, rules, program, source) = (c.model, c.engine.name(), c.program, p.source);
    let said = Said { model, rules, program, source, sayings: &p.views.sayings };
    let on = |line: u32| below(&said, line).into_iter().map(move |words| json!({"line": line, "words": words}));
    (1..=p.source.lines().count() as u32).flat_map(on).collect()
}

/// One location: how it moves, in which phases, and whether transactions start there.
fn mark(at: &Location, p: &Profile) -> Value {
    let letters: BTreeSet<String> = p.moves.iter().map(|m| m.letter().to_string()).collect();
    let outside = p.classes.contains(&Class::Outside);
    let inside = p.classes.iter().any(|c| *c != Class::Outside);
    let border = match (outside, inside) {
        (true, true) => "both",
        (true, false) => "starts",
        _ => "inside",
    };
    json!({
        "line": at.line,
        "location": at.name,
        "action": at.text,
        "letters": letters,
        "phases": p.phases.iter().rev().map(|p| super::super::json::phase(*p)).collect::<Vec<_>>(),
        "border": border,
        "threads": p.threads.iter().map(|t| t.0).collect::<Vec<_>>(),
    })
}
