//! What a depth-first search did, line by line.

use super::story::{looked_at, thread_name};
use super::{Checked, count};
use crate::driver::{Engine, Told};
use crate::ir::Program;
use crate::queries::{Moment, Place, Timeline};
use crate::search::{Event, Why};
use moverlog_rules::Tid;
use serde_json::{Value, json};
use std::fmt::Write;

/// Records below this depth are indented no further.
const DEEPEST: u32 = 24;
/// Column at which remarks begin, at the latest.
const WIDEST: usize = 88;

/// A line for everything the search did, indented by the depth of its stack, and where it scheduled
/// all threads.
pub fn timeline_text(c: &Checked<'_>, timeline: &Timeline) -> String {
    let lines: Vec<(String, String)> = timeline.moments.iter().map(|m| line(c, m)).collect();
    let width = lines.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0).min(WIDEST);
    let mut out = format!("{} as it runs (states by number, + pre-commit, - post-commit):\n", c.engine.name());
    for (what, remark) in lines {
        let _ = writeln!(out, "{}", format!("  {what:width$}  {remark}").trim_end());
    }
    let _ = writeln!(out, "all threads are scheduled in {}:", count(timeline.scheduled_in.len(), "state"));
    for place in &timeline.scheduled_in {
        let _ = writeln!(out, "  {}", shown_place(c.program, place));
    }
    out + "\n"
}

fn line(c: &Checked<'_>, m: &Moment) -> (String, String) {
    let indent = "| ".repeat(m.depth.min(DEEPEST) as usize);
    let (what, remark) = match m.event {
        Event::Push { to, from: None, tid } => {
            (format!("state {} {}, by thread {}", to.0, sign(m), tid.0), "initial: all threads are scheduled".into())
        }
        Event::Push { to, tid, .. } => (format!("{} -> state {} {}", step(c, m, tid), to.0, sign(m)), remarks(c, m)),
        Event::Revisit { from, to, tid, on_stack, cpc } => {
            let stack = if on_stack { ", on the stack" } else { "" };
            let handed = if cpc { format!(", hands on CPC to state {} (L11)", from.0) } else { String::new() };
            (
                format!("{} -> state {} {}", step(c, m, tid), to.0, sign(m)),
                format!("known{stack}{handed}{}", commits(m)),
            )
        }
        Event::Ends { state, why, .. } => (format!("state {} ends a transaction", state.0), reason(c, why)),
        Event::Pop { state, tid, cpc } => {
            let handed = cpc.map_or(String::new(), |pred| format!("hands on CPC to state {} (L23)", pred.0));
            (format!("pop state {}, by thread {}", state.0, tid.0), handed)
        }
        Event::Schedule { state, tid } => (
            format!("state {} {}, by thread {}", state.0, sign(m), tid.0),
            format!("thread {} is scheduled (L26)", tid.0),
        ),
    };
    (indent + &what, remark)
}

fn sign(m: &Moment) -> &'static str {
    if m.phase { "+" } else { "-" }
}

/// `thread 1 at L0: g = 1 [N]`
fn step(c: &Checked<'_>, m: &Moment, tid: Tid) -> String {
    let Some(step) = &m.step else { return String::new() };
    let at = c.program.location(step.loc);
    format!("thread {} at {}: {} [{}]", tid.0, at.name, at.text, step.moves.letter())
}

fn remarks(c: &Checked<'_>, m: &Moment) -> String {
    let Some(step) = &m.step else { return String::new() };
    let changes: Vec<String> = step.changes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let wrong = if step.failure.is_some() { "goes wrong" } else { "" };
    let looked_at = looked_at(c.program, step).unwrap_or_default();
    let said = [changes.join(", "), commits(m).trim_start_matches(", ").into(), looked_at, wrong.into()];
    said.into_iter().filter(|s: &String| !s.is_empty()).collect::<Vec<_>>().join(", ")
}

fn commits(m: &Moment) -> &'static str {
    if m.step.as_ref().is_some_and(|s| s.commits) { ", commits" } else { "" }
}

fn reason(c: &Checked<'_>, why: Why) -> String {
    match (why, c.engine) {
        (Why::NoLeftMover, _) => "post-commit, and the next step is no left mover (L7)".into(),
        (Why::Restart, _) => "its thread is back where it starts (L13)".into(),
        (Why::Cycle, _) => "post-commit, and a step closes a cycle".into(),
        (Why::Completion, Engine::Search(search)) => search.because.into(),
        (Why::Stuck | Why::Completion, _) => "post-commit, and nothing is enabled (L18)".into(),
    }
}

/// `state 3: thread 1 (T1) at L1, thread 2 (T2) at M0`
fn shown_place(program: &Program, place: &Place) -> String {
    let at = |(i, loc): (usize, &Option<crate::ir::Loc>)| {
        let tid = Tid(i as u32 + 1);
        match loc {
            Some(loc) => format!("{} at {}", thread_name(program, tid), program.location(*loc).name),
            None => format!("{} gone wrong", thread_name(program, tid)),
        }
    };
    let threads: Vec<String> = place.locs.iter().enumerate().map(at).collect();
    format!("state {}: {}", place.state.0, threads.join(", "))
}

/// What `check --timeline --format json` has under `timeline`.
pub fn timeline_json(c: &Checked<'_>, timeline: &Timeline) -> Value {
    let place = |p: &Place| {
        let name = |loc: &Option<crate::ir::Loc>| loc.map(|l| c.program.location(l).name.clone());
        json!({"state": p.state.0, "locations": p.locs.iter().map(name).collect::<Vec<_>>()})
    };
    json!({
        "events": timeline.moments.iter().map(|m| moment(c, m)).collect::<Vec<_>>(),
        "scheduled_in": timeline.scheduled_in.iter().map(place).collect::<Vec<_>>(),
    })
}

fn moment(c: &Checked<'_>, m: &Moment) -> Value {
    let phase = super::json::phase(m.phase);
    let mut object = match m.event {
        Event::Push { to, from, tid } => {
            json!({"event": "push", "thread": tid.0, "state": to.0, "from": from.map(|s| s.0), "phase": phase})
        }
        Event::Revisit { from, to, tid, on_stack, cpc } => json!({
            "event": "revisit", "thread": tid.0, "state": to.0, "from": from.0, "phase": phase,
            "on_stack": on_stack, "hands_on_cpc": cpc,
        }),
        Event::Ends { state, tid, why } => {
            json!({"event": "ends", "thread": tid.0, "state": state.0, "line": line_of(why), "why": reason(c, why)})
        }
        Event::Pop { state, tid, cpc } => {
            json!({"event": "pop", "thread": tid.0, "state": state.0, "hands_on_cpc": cpc.is_some()})
        }
        Event::Schedule { state, tid } => json!({"event": "schedule", "thread": tid.0, "state": state.0}),
    };
    object["depth"] = json!(m.depth);
    if let Some(step) = &m.step {
        object["step"] = shown_step(c.program, step);
    }
    object
}

fn line_of(why: Why) -> &'static str {
    match why {
        Why::NoLeftMover => "L7",
        Why::Restart => "L13",
        Why::Cycle => "L11",
        Why::Stuck | Why::Completion => "L18",
    }
}

fn shown_step(program: &Program, step: &Told) -> Value {
    let mut shown = super::story::step(program, step);
    shown["goes_wrong"] = json!(step.failure.is_some());
    shown
}
