//! What a depth-first search did, line by line.

use super::listing::{columns, trimmed};
use super::picture::{Line, Span, Tone};
use super::story::{looked_at, thread_name, values};
use super::{Checked, count};
use crate::driver::{Engine, Told};
use crate::ir::Program;
use crate::queries::{Moment, Place, Timeline};
use crate::search::{Event, Why};
use moverlog_rules::{State, Tid};
use serde_json::{Value, json};

/// Records below this depth are indented no further.
const DEEPEST: u32 = 24;
/// Column at which remarks begin, at the latest.
const WIDEST: usize = 88;

/// A line for everything the search did, indented by the depth of its stack, and where it scheduled
/// all threads.
pub fn timeline_lines(c: &Checked<'_>, timeline: &Timeline, width: usize) -> Vec<Line> {
    let told: Vec<(Line, Line)> = timeline.moments.iter().map(|m| line(c, m)).collect();
    let width = told.iter().map(|(what, _)| columns(what)).max().unwrap_or(0).min(WIDEST).min(width / 5 * 3);
    let heading = format!("{} as it runs (states by number, + pre-commit, - post-commit):", c.engine.name());
    let mut lines = vec![vec![Span::plain(heading)]];
    for (what, remark) in told {
        let gap = Span::plain(" ".repeat(2 + width.saturating_sub(columns(&what))));
        lines.push(trimmed([Span::plain("  ")].into_iter().chain(what).chain([gap]).chain(remark).collect()));
    }
    let scheduled = count(timeline.scheduled_in.len(), "state");
    lines.push(vec![Span::plain(format!("all threads are scheduled in {scheduled}:"))]);
    lines.extend(timeline.scheduled_in.iter().map(|p| vec![Span::plain(format!("  {}", shown_place(c.program, p)))]));
    lines.push(vec![]);
    lines
}

fn line(c: &Checked<'_>, m: &Moment) -> (Line, Line) {
    let plain = |text: String| vec![Span::plain(text)];
    let (what, remark) = match m.event {
        Event::Push { to, from: None, tid } => (by(to, m, tid), plain("initial: all threads are scheduled".into())),
        Event::Push { to, tid, .. } => (leads(c, m, tid, to), remarks(c, m)),
        Event::Revisit { from, to, tid, on_stack, cpc } => {
            let stack = if on_stack { ", on the stack" } else { "" };
            let handed = if cpc { format!(", hands on CPC to state {} (L11)", from.0) } else { String::new() };
            let known = Span::plain(format!("known{stack}{handed}"));
            let commits = commits(m).map(|commits| [Span::plain(", "), commits]);
            (leads(c, m, tid, to), [known].into_iter().chain(commits.into_iter().flatten()).collect())
        }
        Event::Ends { state, why, .. } => {
            (plain(format!("state {} ends a transaction", state.0)), plain(reason(c, why)))
        }
        Event::Pop { state, tid, cpc } => {
            let handed = cpc.map_or(String::new(), |pred| format!("hands on CPC to state {} (L23)", pred.0));
            (vec![Span::plain(format!("pop state {}, by ", state.0)), thread(tid)], plain(handed))
        }
        Event::Schedule { state, tid } => {
            let scheduled = vec![thread(tid), Span::plain(" is scheduled (L26)")];
            (by(state, m, tid), scheduled)
        }
    };
    let indent = Span::plain("| ".repeat(m.depth.min(DEEPEST) as usize));
    ([indent].into_iter().chain(what).collect(), remark)
}

fn thread(t: Tid) -> Span {
    Span::new(format!("thread {}", t.0), Tone::Thread(t.0))
}

/// `state 0 +, by thread 1`
fn by(state: State, m: &Moment, tid: Tid) -> Line {
    vec![Span::plain(format!("state {} ", state.0)), sign(m), Span::plain(", by "), thread(tid)]
}

fn sign(m: &Moment) -> Span {
    if m.phase { Span::new("+", Tone::PreCommit) } else { Span::new("-", Tone::PostCommit) }
}

/// `thread 1 at L0: g = 1 [N] -> state 3 +`
fn leads(c: &Checked<'_>, m: &Moment, tid: Tid, to: State) -> Line {
    let mut line = step(c, m, tid);
    line.extend([Span::plain(format!(" -> state {} ", to.0)), sign(m)]);
    line
}

/// `thread 1 at L0: g = 1 [N]`
fn step(c: &Checked<'_>, m: &Moment, tid: Tid) -> Line {
    let Some(step) = &m.step else { return vec![] };
    let (at, letter) = (c.program.location(step.loc), step.moves.letter());
    let what = Span::plain(format!(" at {}: {} [", at.name, at.text));
    vec![thread(tid), what, Span::new(letter, Tone::Mover(letter)), Span::plain("]")]
}

fn remarks(c: &Checked<'_>, m: &Moment) -> Line {
    let Some(step) = &m.step else { return vec![] };
    let mut said: Line = vec![];
    said.extend((!step.changes.is_empty()).then(|| Span::new(values(&step.changes), Tone::Changed)));
    said.extend(commits(m));
    said.extend(looked_at(c.program, step).map(Span::plain));
    said.extend(step.failure.is_some().then(|| Span::new("goes wrong", Tone::GoesWrong)));
    let gap = |i: usize| Span::plain(if i == 0 { "" } else { ", " });
    said.into_iter().enumerate().flat_map(|(i, said)| [gap(i), said]).collect()
}

fn commits(m: &Moment) -> Option<Span> {
    m.step.as_ref().filter(|s| s.commits).map(|_| Span::new("commits", Tone::Commits))
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
