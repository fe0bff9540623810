//! An execution, transaction by transaction, as text and JSON.

use super::count;
use super::picture::{Line, Span, Tone, faint};
use crate::driver::{Failed, Shown, Told, Transaction};
use crate::execution::show;
use crate::ir::{Op, Procedure, Program, Register, Value};
use moverlog_rules::Tid;
use serde_json::{Value as Json, json};
use std::fmt::Write;

/// So many of the variables that a failing step looked at are named.
const LOOKS: usize = 12;

/// `thread 2 (T2)`, `thread 3 (worker(1))`.
pub(super) fn thread_name(program: &Program, t: Tid) -> String {
    let thread = &program.threads[t.0 as usize - 1];
    let Procedure { name, registers, .. } = &program.procedures[thread.procedure as usize];
    let parameters = &registers[program.thread_locals.len()..];
    let argument = |(p, value): (&Register, &Value)| show(program, p.domain, *value).to_string();
    let arguments: Vec<String> = parameters.iter().zip(&thread.arguments).map(argument).collect();
    let arguments = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
    format!("thread {} ({name}{arguments})", t.0)
}

pub(super) fn story(program: &Program, failed: &Failed) -> String {
    story_text(program, &failed.story) + &summary(&failed.story, &failed.original)
}

/// Transactions as numbered paragraphs.
pub(super) fn story_text(program: &Program, story: &[Transaction]) -> String {
    story_until(program, story, &|_| "... (goes on)")
}

/// The same; `rest` says of the transaction with this number that it has not come to its end.
pub(super) fn story_until(program: &Program, story: &[Transaction], rest: &dyn Fn(usize) -> &'static str) -> String {
    let mut out = String::new();
    let steps = || story.iter().flat_map(|t| &t.steps);
    let name = steps().map(|s| program.location(s.loc).name.chars().count()).max().unwrap_or(0);
    let action = steps().map(|s| indented(program, s).chars().count()).max().unwrap_or(0).min(64);
    for (i, transaction) in story.iter().enumerate() {
        let again = if transaction.resumed { ", goes on inside its transaction" } else { "" };
        let _ = writeln!(out, "{}. {}{again}", i + 1, thread_name(program, transaction.thread));
        for step in &transaction.steps {
            let line = format!(
                "     {:name$}  {:action$}  {}  {}",
                program.location(step.loc).name,
                indented(program, step),
                step.moves.letter(),
                remarks(program, step)
            );
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if !transaction.ended {
            let _ = writeln!(out, "     {:name$}  {}", "", rest(i));
        }
    }
    out
}

/// Transactions as paragraphs in colours.
pub(super) fn story_lines(program: &Program, story: &[Transaction]) -> Vec<Line> {
    let steps = || story.iter().flat_map(|t| &t.steps);
    let name = steps().map(|s| program.location(s.loc).name.chars().count()).max().unwrap_or(0);
    let action = steps().map(|s| indented(program, s).chars().count()).max().unwrap_or(0).min(64);
    let mut lines = vec![];
    for (i, transaction) in story.iter().enumerate() {
        let again = if transaction.resumed { ", goes on inside its transaction" } else { "" };
        let (who, t) = (thread_name(program, transaction.thread), transaction.thread.0);
        lines.push(vec![Span::plain(format!("{}. ", i + 1)), Span::new(who, Tone::Thread(t)), Span::plain(again)]);
        lines.extend(transaction.steps.iter().map(|step| step_line(program, step, name, action)));
        lines.extend((!transaction.ended).then(|| vec![faint("   ... (goes on)")]));
    }
    lines
}

fn step_line(program: &Program, step: &Told, name: usize, action: usize) -> Line {
    let said = format!("{:action$}  ", indented(program, step));
    let mover = step.moves.letter();
    let mut line = vec![faint(format!("   {:name$}  ", program.location(step.loc).name)), Span::plain(said)];
    line.extend([Span::new(mover, Tone::Mover(mover)), Span::plain("  ")]);
    line.extend((!step.changes.is_empty()).then(|| Span::new(values(&step.changes), Tone::Changed)));
    line.extend(step.commits.then(|| Span::new("commits", Tone::Commits)));
    if step.failure.is_some() {
        line.extend(looked_at(program, step).map(Span::plain));
        line.push(Span::new("goes wrong", Tone::GoesWrong));
    }
    line
}

fn indented(program: &Program, step: &Told) -> String {
    format!("{}{}", "  ".repeat(step.depth.min(10) as usize), program.location(step.loc).text)
}

pub(super) fn remarks(program: &Program, step: &Told) -> String {
    let mut said = vec![];
    if !step.changes.is_empty() {
        said.push(values(&step.changes));
    }
    if step.commits {
        said.push("<- commits".into());
    }
    if step.failure.is_some() {
        said.extend(looked_at(program, step));
        said.push("<- goes wrong".into());
    }
    said.join("  ")
}

/// `x = 1, y = 2`
pub(super) fn values(values: &[(String, Shown)]) -> String {
    values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// `with x = 1`, what a failing step looked at.
pub(super) fn looked_at(program: &Program, step: &Told) -> Option<String> {
    let (first, more) = step.looked_at.split_at(step.looked_at.len().min(LOOKS));
    let with = if matches!(program.location(step.loc).op, Op::Atomic { .. }) { "entered with" } else { "with" };
    let more = if more.is_empty() { "" } else { ", ..." };
    (!first.is_empty()).then(|| format!("{with} {}{more}", values(first)))
}

pub(super) fn summary(story: &[Transaction], found: &[Transaction]) -> String {
    let (now, then) = (length(story), length(found));
    if now == then {
        return format!("({now}; replayed step by step)\n");
    }
    format!("({now}; replayed step by step. As found: {then}, shown by --original)\n")
}

/// `5 steps, 1 switch`.
fn length(story: &[Transaction]) -> String {
    let steps = story.iter().map(|t| t.steps.len()).sum();
    let switches = story.windows(2).filter(|w| w[0].thread != w[1].thread).count();
    format!("{}, {switches} switch{}", count(steps, "step"), if switches == 1 { "" } else { "es" })
}

pub(super) fn original(program: &Program, found: &[Transaction]) -> String {
    let steps: Vec<(String, &Told)> =
        found.iter().flat_map(|t| t.steps.iter().map(|s| (thread_name(program, t.thread), s))).collect();
    let width = |f: &dyn Fn(&(String, &Told)) -> usize| steps.iter().map(f).max().unwrap_or(0);
    let thread = width(&|(who, _)| who.chars().count());
    let name = width(&|(_, s)| program.location(s.loc).name.chars().count());
    let action = width(&|(_, s)| program.location(s.loc).text.chars().count()).min(48);
    let line = |(i, (who, s)): (usize, &(String, &Told))| {
        let at = program.location(s.loc);
        let line =
            format!("{:4}. {who:thread$}  {:name$}  {:action$}  {}", i + 1, at.name, at.text, remarks(program, s));
        format!("{}\n", line.trim_end())
    };
    steps.iter().enumerate().map(line).collect()
}

pub(super) fn transaction(program: &Program, t: &Transaction) -> Json {
    json!({
        "thread": t.thread.0,
        "resumed": t.resumed,
        "ended": t.ended,
        "steps": t.steps.iter().map(|s| step(program, s)).collect::<Vec<_>>(),
    })
}

pub(super) fn step(program: &Program, s: &Told) -> Json {
    let at = program.location(s.loc);
    let mut step = json!({
        "location": at.name,
        "line": at.line,
        "action": at.text,
        "mover": s.moves.letter().to_string(),
        "commits": s.commits,
        "changes": shown(&s.changes),
    });
    if s.failure.is_some() {
        step["looked_at"] = shown(&s.looked_at);
    }
    step
}

pub(super) fn shown(changes: &[(String, Shown)]) -> Json {
    let value = |v: &Shown| match v {
        Shown::Int(v) => json!(v),
        Shown::Bool(b) => json!(b),
        Shown::Name(_, s) | Shown::Text(s) => json!(s),
    };
    Json::Object(changes.iter().map(|(name, v)| (name.clone(), value(v))).collect())
}
