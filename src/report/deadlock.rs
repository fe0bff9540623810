//! Deadlocks, and threads that a reduced exploration left blocked in their pre-commit phase.

use super::picture::{Line, Span, Tone};
use super::story::{original, summary, thread_name, told_lines};
use super::{Checked, count, listing};
use crate::driver::{Deadlock, Shown, Transaction, Waiting, WaitsFor};
use crate::ir::{Cell, Loc, Program};
use moverlog_rules::Tid;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// So many threads, and so many mutexes, are named of more.
const LISTED: usize = 4;

/// A line for each thread that waits, and how they came to it.
pub fn deadlock_lines(c: &Checked<'_>, deadlock: Option<&Deadlock>, width: usize) -> Vec<Line> {
    let Some(deadlock) = deadlock else {
        return listing::plain(&match c.outcome.bound {
            Some(bound) => format!("no deadlock found before the end of the search ({})", bound.name()),
            None => "no deadlock: in every state some thread can move, or all have ended, or one has gone wrong".into(),
        });
    };
    let mut lines: Vec<Line> = deadlock.waiting.iter().map(|w| line(c.program, w)).collect();
    if !c.quiet {
        lines.push(vec![]);
        lines.extend(trace(c, deadlock, width));
        lines.push(vec![]);
    }
    lines
}

fn line(p: &Program, w: &Waiting) -> Line {
    let at = p.location(w.loc);
    let (who, why) = (Span::new(thread_name(p, w.thread), Tone::Thread(w.thread.0)), because(p, w));
    let rest = format!(" waits at {} (line {}): {}{why}", at.name, at.line, at.text);
    vec![Span::new("deadlock", Tone::Wrong), Span::plain(": "), who, Span::plain(rest)]
}

fn because(p: &Program, w: &Waiting) -> String {
    match &w.waits_for {
        WaitsFor::Mutex { mutex, holder } => format!(", {} held by {}", p.cell_name(*mutex), who(p, *holder, w.thread)),
        WaitsFor::Notify { mutex } => format!(", for someone to notify {}", p.cell_name(*mutex)),
        WaitsFor::Holding { mutex, holder: None } => format!(", which nobody holds: {} is free", p.cell_name(*mutex)),
        WaitsFor::Holding { mutex, holder: Some(t) } => {
            format!(", {} held by {}", p.cell_name(*mutex), who(p, *t, w.thread))
        }
        WaitsFor::Condition { values } if values.is_empty() => String::new(),
        WaitsFor::Condition { values } => {
            let values: Vec<String> = values.iter().map(|(name, v)| format!("{name} = {v}")).collect();
            format!(", with {}", values.join(", "))
        }
    }
}

fn who(p: &Program, t: Tid, waits: Tid) -> String {
    if t == waits { "itself".into() } else { thread_name(p, t) }
}

fn trace(c: &Checked<'_>, deadlock: &Deadlock, width: usize) -> Vec<Line> {
    let story = &deadlock.way.story;
    if c.original {
        return original(c.program, &deadlock.way.original, width);
    }
    let last = |i: usize| story[i + 1..].iter().all(|t| t.thread != story[i].thread);
    let waits = |i: usize| deadlock.waiting.iter().any(|w| w.thread == story[i].thread);
    let rest = |i| match (last(i), waits(i)) {
        (true, true) => "... (waits)",
        (true, false) => "... (has ended)",
        (false, _) => "... (goes on)",
    };
    let mut lines = told_lines(c.program, story, width, &rest);
    lines.extend(listing::plain(&summary(story, &deadlock.way.original)));
    lines
}

pub fn deadlock_json(c: &Checked<'_>, deadlock: Option<&Deadlock>) -> Value {
    let Some(deadlock) = deadlock else { return Value::Null };
    let told =
        |story: &[Transaction]| story.iter().map(|t| super::story::transaction(c.program, t)).collect::<Vec<_>>();
    let mut found = json!({
        "threads": deadlock.waiting.iter().map(|w| waiting(c.program, w)).collect::<Vec<_>>(),
        "transactions": told(&deadlock.way.story),
    });
    if c.original {
        found["original"] = told(&deadlock.way.original).into();
    }
    found
}

fn waiting(p: &Program, w: &Waiting) -> Value {
    let mut waiting = place(p, (w.thread, w.loc));
    waiting["waits_for"] = waits_for(p, &w.waits_for);
    waiting
}

fn waits_for(p: &Program, w: &WaitsFor) -> Value {
    let values = |values: &[(String, Shown)]| super::story::shown(values);
    match w {
        WaitsFor::Mutex { mutex, holder } => {
            json!({"kind": "mutex", "mutex": p.cell_name(*mutex), "held_by": holder.0})
        }
        WaitsFor::Notify { mutex } => json!({"kind": "notify", "mutex": p.cell_name(*mutex)}),
        WaitsFor::Holding { mutex, holder } => {
            json!({"kind": "holding", "mutex": p.cell_name(*mutex), "held_by": holder.map(|t| t.0)})
        }
        WaitsFor::Condition { values: v } => json!({"kind": "condition", "values": values(v)}),
    }
}

fn place(p: &Program, (t, loc): (Tid, Loc)) -> Value {
    let at = p.location(loc);
    let mut place = Map::new();
    place.insert("thread".into(), t.0.into());
    place.insert("location".into(), at.name.clone().into());
    place.insert("line".into(), at.line.into());
    place.insert("action".into(), at.text.clone().into());
    place.into()
}

/// A line about the threads that are stuck in their pre-commit phase, if any are, unless it is known to be no deadlock.
/// Whoever waits for another thread to end waits as long as that one runs: that alone says nothing.
pub(super) fn stuck_text(c: &Checked<'_>) -> String {
    let stuck = &c.outcome.stuck;
    let (Some((t, loc)), None | Some(true)) = (stuck.first(), c.deadlock) else { return String::new() };
    if c.deadlock.is_none() && stuck.iter().all(|(_, loc)| c.program.joins_at(*loc)) {
        return String::new();
    }
    let (who, at) = (thread_name(c.program, *t), c.program.location(*loc));
    let threads = match stuck.iter().filter(|(_, other)| other == loc).count() - 1 {
        0 => String::new(),
        n => format!(", as {} may be", count(n, "other thread")),
    };
    let places = stuck.iter().map(|(_, loc)| *loc).collect::<BTreeSet<Loc>>();
    let others = match places.len() - 1 {
        0 => String::new(),
        n => format!(" (and {})", count(n, "more such place")),
    };
    let at = format!("{} (line {})", at.name, at.line);
    let deadlock = match c.deadlock {
        Some(_) => "there is a deadlock, check --deadlock shows it",
        None => "a deadlock is possible, check --deadlock looks for it",
    };
    format!("note: {who} is stuck pre-commit at {at}{threads}{others}; {deadlock}\n")
}

/// A line for each mutex with which some thread ends.
pub(super) fn ends_holding_text(c: &Checked<'_>) -> String {
    let mut by_mutex = BTreeMap::<Cell, Vec<Tid>>::new();
    c.outcome.ends_holding.iter().for_each(|(t, m)| by_mutex.entry(*m).or_default().push(*t));
    let line = |(m, threads): (&Cell, &Vec<Tid>)| {
        let names: Vec<String> = threads.iter().take(LISTED).map(|t| thread_name(c.program, *t)).collect();
        let (m, who, more) = (c.program.cell_name(*m), names.join(", "), threads.len().saturating_sub(LISTED));
        let more = if more == 0 { String::new() } else { format!(" and {}", count(more, "more thread")) };
        let (ends, holds) = if threads.len() == 1 { ("ends", "it holds") } else { ("end", "they hold") };
        format!(
            "note: {who}{more} {ends} while {holds} {m}, which nobody else can release; check --deadlock finds who waits\n"
        )
    };
    by_mutex.iter().take(LISTED).map(line).collect()
}

pub(super) fn ends_holding_json(c: &Checked<'_>) -> Vec<Value> {
    let one = |(t, m): &(Tid, Cell)| json!({"thread": t.0, "mutex": c.program.cell_name(*m)});
    c.outcome.ends_holding.iter().map(one).collect()
}

pub(super) fn stuck_json(c: &Checked<'_>) -> Vec<Value> {
    c.outcome.stuck.iter().map(|s| place(c.program, *s)).collect()
}
