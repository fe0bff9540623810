//! What a `safe` does not speak of: threads that never get on, assertions and statements that nobody reaches.

use super::story::thread_name;
use super::{Checked, count};
use crate::driver::Vacuity;
use crate::ir::{Action, Loc, Op, Program};
use crate::model::Language;
use moverlog_rules::Tid;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Places that are listed of several.
const LISTED: usize = 4;

/// Notes, unless there is nothing to note.
pub(super) fn vacuity_text(c: &Checked<'_>) -> String {
    let (p, Some(v)) = (c.program, &c.outcome.vacuity) else { return String::new() };
    if let Some(bound) = v.bound {
        return format!("note: whether all is reached is not known at this bound ({})\n", bound.name());
    }
    let mut out = blocked(p, v);
    let assertions = v.assertions(p);
    if !assertions.is_empty() {
        let total = count(asserting(p), "assertion");
        let are = if assertions.len() == 1 { "is" } else { "are" };
        out += &format!("note: {} of {total} {are} never reached: {}\n", assertions.len(), listed(p, &assertions));
    }
    let begun = if Language::of(c.model) == Language::C { begun(p, v) } else { BTreeSet::new() };
    let told = |l: &&Loc| !assertions.contains(l) && !begun.contains(&statement(p, **l));
    let others: Vec<Loc> = v.unreached.iter().filter(told).copied().collect();
    if !others.is_empty() {
        out += &format!("note: never reached: {}\n", listed(p, &others));
    }
    out
}

/// Statements of which some steps are reached: in C others may be for some values alone.
fn begun(p: &Program, v: &Vacuity) -> BTreeSet<(u32, u32, u32)> {
    let unreached: BTreeSet<Loc> = v.unreached.iter().copied().collect();
    let reached = (0..p.locations.len() as u32).map(Loc).filter(|l| !unreached.contains(l));
    reached.map(|l| statement(p, l)).collect()
}

fn statement(p: &Program, loc: Loc) -> (u32, u32, u32) {
    let at = p.location(loc);
    (at.procedure, at.span.start, at.span.end)
}

fn asserting(p: &Program) -> usize {
    (0..p.locations.len() as u32).filter(|l| Vacuity::asserts_at(p, Loc(*l))).count()
}

/// A line for each place behind which some threads never get.
fn blocked(p: &Program, v: &Vacuity) -> String {
    let mut places = BTreeMap::<(bool, Loc), Vec<Tid>>::new();
    let idle = v.idle(p);
    for (t, loc) in &v.blocked {
        places.entry((!idle.contains(t), *loc)).or_default().push(*t);
    }
    let mut lines: Vec<String> = places.iter().map(|((moves, loc), ts)| line(p, *moves, *loc, ts)).collect();
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    lines.extend((more > 0).then(|| format!("note: {} at which threads stay for ever\n", count(more, "more place"))));
    lines.concat()
}

fn line(p: &Program, moves: bool, loc: Loc, threads: &[Tid]) -> String {
    let s = if threads.len() == 1 { "s" } else { "" };
    let what = match moves {
        false => format!("never move{s}: blocked for ever at"),
        true => format!("never get{s} past"),
    };
    format!("note: {} {what} {}{}\n", who(p, threads), place(p, loc), unowned(p, loc))
}

/// A mutex is released by whoever holds it: a forgotten acquire is no error, but nobody gets on.
fn unowned(p: &Program, loc: Loc) -> &'static str {
    match &p.location(loc).op {
        Op::Do { action: Action::Release(_), .. } => ", which waits until its own thread has acquired it",
        _ => "",
    }
}

fn who(p: &Program, threads: &[Tid]) -> String {
    let names: Vec<String> = threads.iter().take(LISTED).map(|t| thread_name(p, *t)).collect();
    let more = threads.len().saturating_sub(LISTED);
    let more = if more == 0 { String::new() } else { format!(" and {}", count(more, "more thread")) };
    names.join(", ") + &more
}

/// `L3 (line 12): x = 1`.
fn place(p: &Program, loc: Loc) -> String {
    let at = p.location(loc);
    format!("{} (line {}): {}", at.name, at.line, at.text)
}

fn listed(p: &Program, places: &[Loc]) -> String {
    let mut all: Vec<String> = places.iter().take(LISTED).map(|l| place(p, *l)).collect();
    all.extend((places.len() > LISTED).then(|| format!("and {} more", places.len() - LISTED)));
    all.join("; ")
}

/// Null for a verdict that is not `safe`.
pub(super) fn vacuity_json(c: &Checked<'_>) -> Value {
    let (p, Some(v)) = (c.program, &c.outcome.vacuity) else { return Value::Null };
    let place = |loc: &Loc| {
        let at = p.location(*loc);
        json!({"location": at.name, "line": at.line, "action": at.text})
    };
    let idle = v.idle(p);
    let blocked = |(t, loc): &(Tid, Loc)| {
        let mut place = place(loc);
        place["thread"] = t.0.into();
        place["never_moves"] = idle.contains(t).into();
        place
    };
    let assertions = v.assertions(p);
    json!({
        "vacuous": v.bound.is_none().then(|| v.is_vacuous(p)),
        "bound": v.bound.map(|b| b.name()),
        "threads_blocked": v.blocked.iter().map(blocked).collect::<Vec<_>>(),
        "assertions_never_reached": assertions.iter().map(place).collect::<Vec<_>>(),
        "statements_never_reached":
            v.unreached.iter().filter(|l| !assertions.contains(l)).map(place).collect::<Vec<_>>(),
    })
}
