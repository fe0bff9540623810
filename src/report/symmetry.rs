//! Which threads were taken for one another, or why none were.

use super::{Checked, count};
use crate::ir::Program;
use moverlog_rules::Tid;
use serde_json::{Value, json};

/// Nothing where no threads are interchangeable.
pub(super) fn symmetry_text(c: &Checked<'_>) -> String {
    if c.program.interchangeable.is_empty() {
        return String::new();
    }
    if let Some(why) = c.engine.tells_threads_apart() {
        return format!("  symmetry: not used by `{}`: {why}\n", c.engine.name());
    }
    let groups: Vec<String> = c.outcome.interchangeable.iter().map(|group| group_text(c.program, group)).collect();
    format!("  symmetry: {} are interchangeable\n", groups.join(", "))
}

fn group_text(program: &Program, group: &[Tid]) -> String {
    let thread = &program.threads[group[0].0 as usize - 1];
    let name = &program.procedures[thread.procedure as usize].name;
    format!("{} of {name}", count(group.len(), "thread"))
}

/// The groups, by thread ids.
pub(super) fn symmetry_json(c: &Checked<'_>) -> Value {
    let ids = |group: &Vec<Tid>| group.iter().map(|t| t.0).collect::<Vec<_>>();
    json!(c.outcome.interchangeable.iter().map(ids).collect::<Vec<_>>())
}
