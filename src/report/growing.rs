//! Variables that take ever more values, and how to keep them from it.

use crate::driver::{Growing, Outcome, Owner, Verdict};
use crate::ir::{Program, UNSET};
use crate::model::Language;
use serde_json::{Value, json};

/// A line for each where nothing is known, and that the text of the program can say; C has no ranges.
pub(super) fn growing_text(model: &str, program: &Program, outcome: &Outcome) -> String {
    let line = |g: &Growing| {
        let first: Vec<String> = g.first.iter().map(|v| v.to_string()).collect();
        let (what, first) = (name(program, g), first.join(", "));
        let end = match Language::of(model) == Language::C {
            true => format!("`__VERIFIER_assume({} <= {});` leaves out what is beyond", g.name, g.range().1),
            false => format!("as `{}` it has an end, but wraps", proposed(g)),
        };
        format!("  {what} takes ever more values ({first}, ..): {end}\n")
    };
    let can_be_said = |g: &&Growing| !g.name.contains('@') && !g.first.contains(&UNSET);
    let open = outcome.verdict == Verdict::Inconclusive;
    outcome.growing.iter().filter(|_| open).filter(can_be_said).map(line).collect()
}

fn name(program: &Program, g: &Growing) -> String {
    let Growing { name, owner, .. } = g;
    match owner {
        Owner::Shared => format!("the shared variable {name}"),
        Owner::ThreadLocal => format!("the thread-local variable {name}"),
        Owner::Procedure(p, true) => format!("the parameter {name} of {}", program.procedures[*p as usize].name),
        Owner::Procedure(p, false) => format!("the local variable {name} of {}", program.procedures[*p as usize].name),
    }
}

/// `int[0..3] d`.
fn proposed(g: &Growing) -> String {
    let (lo, hi) = g.range();
    let name = g.name.split('[').next().unwrap_or_default();
    format!("int[{lo}..{hi}] {name}")
}

pub(super) fn growing_json(program: &Program, outcome: &Outcome) -> Vec<Value> {
    let one = |g: &Growing| {
        let procedure = match g.owner {
            Owner::Procedure(p, _) => Some(program.procedures[p as usize].name.as_str()),
            Owner::Shared | Owner::ThreadLocal => None,
        };
        let kind = match g.owner {
            Owner::Shared => "shared",
            Owner::ThreadLocal => "thread_local",
            Owner::Procedure(_, true) => "parameter",
            Owner::Procedure(_, false) => "local",
        };
        json!({"variable": g.name, "kind": kind, "procedure": procedure, "first": g.first, "proposed": proposed(g)})
    };
    outcome.growing.iter().map(one).collect()
}
