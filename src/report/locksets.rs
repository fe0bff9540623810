//! The protecting set of every variable, and why others are not in it (FQ 6).

use super::places::located;
use super::story::{story_text, thread_name};
use super::{Checked, Report};
use crate::driver::Removal;
use crate::ir::{Cell, GlobalKind, GlobalVariable, Program};
use crate::movers::Use;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// A variable, or one cell of an array whose cells differ.
struct Variable {
    name: String,
    cells: Vec<Cell>,
    locks: Vec<Cell>,
}

/// Data variables in the order of their declaration.
fn variables(c: &Checked<'_>) -> Vec<Variable> {
    let Some(sets) = &c.outcome.protecting else { return vec![] };
    let data = c.program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Data(_)) && !g.is_hidden());
    data.flat_map(|g| one_or_each(c.program, g, sets)).collect()
}

fn one_or_each(program: &Program, global: &GlobalVariable, sets: &[Vec<Cell>]) -> Vec<Variable> {
    let cells: Vec<Cell> = global.elements().collect();
    let set = |c: &Cell| &sets[c.0 as usize];
    if cells.iter().all(|c| set(c) == set(&cells[0])) {
        return vec![Variable { name: global.name.clone(), locks: set(&cells[0]).clone(), cells }];
    }
    let one = |c: &Cell| Variable { name: program.cell_name(*c), cells: vec![*c], locks: set(c).clone() };
    cells.iter().map(one).collect()
}

fn names(program: &Program, locks: &[Cell]) -> Vec<String> {
    locks.iter().map(|m| program.cell_name(*m)).collect()
}

/// The accesses that took locks from a variable that has none left, unless something else protects it.
fn removals<'a>(c: &'a Checked<'_>, variable: &Variable) -> Vec<&'a Removal> {
    if !variable.locks.is_empty() || !remark(c, variable).is_empty() {
        return vec![];
    }
    c.outcome.removals.iter().filter(|r| variable.cells.contains(&r.variable)).collect()
}

fn remark(c: &Checked<'_>, variable: &Variable) -> String {
    let uses = c.outcome.uses.as_ref().map(|uses| &uses[variable.cells[0].0 as usize]);
    match uses {
        Some(Use::Constant) => "never written".into(),
        Some(Use::Sole(t)) => format!("{} alone accesses it", thread_name(c.program, *t)),
        Some(Use::Exclusive) => "exclusive as declared".into(),
        _ => String::new(),
    }
}

/// The protecting sets that a check inferred.
pub struct Locksets<'a>(pub &'a Checked<'a>);

impl Report for Locksets<'_> {
    fn text(&self) -> String {
        let c = self.0;
        let variables = variables(c);
        let width = variables.iter().map(|v| v.name.chars().count()).max().unwrap_or(0);
        let mut out = String::new();
        for v in &variables {
            let locks = if v.locks.is_empty() { "no lock".into() } else { names(c.program, &v.locks).join(", ") };
            let remark = Some(remark(c, v)).filter(|r| !r.is_empty()).map_or(String::new(), |r| format!("   ({r})"));
            let _ = writeln!(out, "{:width$}  {locks}{remark}", v.name);
        }
        for v in variables.iter().filter(|_| !c.quiet) {
            for removal in removals(c, v) {
                out += &explained(c.program, removal);
            }
        }
        // Rules from a file may leave accesses unexplored.
        let seen = c.engine.file().map_or(String::new(), |f| format!("as far as the rules of {} explore\n", f.name));
        format!("{out}\n{seen}{}", super::effort::effort(c))
    }

    fn json(&self) -> Value {
        let c = self.0;
        let variables = variables(c);
        let set = |v: &Variable| (v.name.clone(), json!(names(c.program, &v.locks)));
        let remarks: Map<String, Value> =
            variables.iter().map(|v| (v.name.clone(), json!(remark(c, v)))).filter(|(_, r)| r != "").collect();
        let removed: Vec<Value> =
            variables.iter().flat_map(|v| removals(c, v)).map(|r| removal_json(c.program, r)).collect();
        json!({
            "model": c.model,
            "rules": c.engine.name(),
            "bound": c.outcome.bound.map(|b| b.name()),
            "rounds": c.outcome.rounds,
            "variables": variables.iter().map(set).collect::<Map<String, Value>>(),
            "remarks": remarks,
            "removed": removed,
        })
    }
}

/// Who accesses the variable without the lock, and how it comes to that.
fn explained(program: &Program, r: &Removal) -> String {
    let held = if r.held.is_empty() { "no lock".into() } else { names(program, &r.held).join(", ") };
    let variable = program.cell_name(r.variable);
    let why = match r.lock {
        Some(lock) => format!("{} does not protect {variable}:", program.cell_name(lock)),
        None => format!("another access to {variable}:"),
    };
    let (who, at) = (thread_name(program, r.thread), located(program, r.loc));
    format!("\n{why} {who} accesses it at {at}, holding {held}\n{}", story_text(program, &r.trace))
}

fn removal_json(program: &Program, r: &Removal) -> Value {
    let at = program.location(r.loc);
    json!({
        "variable": program.cell_name(r.variable),
        "lock": r.lock.map(|m| program.cell_name(m)),
        "thread": r.thread.0,
        "location": at.name,
        "line": at.line,
        "action": at.text,
        "held": names(program, &r.held),
        "transactions": r.trace.iter().map(|t| super::story::transaction(program, t)).collect::<Vec<_>>(),
    })
}
