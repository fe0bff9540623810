//! What a check did not store.

use crate::driver::Outcome;
use serde_json::{Value, json};

/// So many names are said.
const NAMES: usize = 8;

/// A line, where something was left out.
pub(super) fn slice_text(outcome: &Outcome) -> String {
    let Some(left_out) = &outcome.left_out else { return String::new() };
    let is = |names: &[String]| if names.len() == 1 { "is" } else { "are" };
    let said =
        |names: &[String], what: &str| (!names.is_empty()).then(|| format!("{} {} {what}", list(names), is(names)));
    let parts = [said(&left_out.globals, "not stored"), said(&left_out.locals, "forgotten once dead")];
    format!("  slice: {}\n", parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
}

fn list(names: &[String]) -> String {
    let more = if names.len() > NAMES { format!(" and {} more", names.len() - NAMES) } else { String::new() };
    names[..names.len().min(NAMES)].join(", ") + &more
}

pub(super) fn slice_json(outcome: &Outcome) -> Value {
    let said = outcome.left_out.as_ref();
    said.map_or(Value::Null, |l| json!({"not_stored": l.globals, "forgotten_once_dead": l.locals}))
}
