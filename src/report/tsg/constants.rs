//! What constant propagation found.

use super::super::count;
use super::{Traced, place};
use crate::trace::constants::{ConstantRead, Constants};
use crate::trace::mat::ControlState;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What became constant, in one line; nothing if constants were not propagated.
pub(super) fn line(t: &Traced<'_>) -> Option<String> {
    let Constants { reads, guards, never, .. } = t.analysis.constants.as_ref()?;
    let variables: BTreeSet<_> = reads.iter().map(|r| r.variable).collect();
    let reads = format!("{} of {}", count(reads.len(), "read"), count(variables.len(), "variable"));
    let guards = format!("{} always true", count(guards.len(), "guard"));
    let never = if never.is_empty() { String::new() } else { format!(", {} never", count(never.len(), "transition")) };
    Some(format!("constants: {reads}, {guards}{never}"))
}

/// That line, and what is constant where.
pub(super) fn text(t: &Traced<'_>) -> String {
    let Some(found) = &t.analysis.constants else { return String::new() };
    let line = line(t).map_or(String::new(), |line| format!("{line}\n"));
    if t.quiet {
        return line;
    }
    let read = |r: &ConstantRead| {
        let name = &t.ctp.variable(r.variable).name;
        format!("constant: {name} = {} at {}\n", r.value, place(t.ctp, r.place.thread, r.place.at))
    };
    let never = |s: &ControlState| format!("never: {}\n", place(t.ctp, s.thread, s.at));
    line + &found.reads.iter().map(read).chain(found.never.iter().map(never)).collect::<String>()
}

pub(super) fn json(t: &Traced<'_>) -> Value {
    let Some(found) = &t.analysis.constants else { return Value::Null };
    let name = |thread: usize| &t.ctp.threads[thread].name;
    let state = |s: &ControlState| json!({"thread": name(s.thread), "at": s.at});
    let read = |r: &ConstantRead| {
        let variable = &t.ctp.variable(r.variable).name;
        json!({"thread": name(r.place.thread), "at": r.place.at, "variable": variable, "value": r.value})
    };
    json!({
        "reads": found.reads.iter().map(read).collect::<Vec<_>>(),
        "guards": found.guards.iter().map(state).collect::<Vec<_>>(),
        "never": found.never.iter().map(state).collect::<Vec<_>>(),
    })
}
