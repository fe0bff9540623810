//! An execution, transaction by transaction, as text and JSON.

use super::fold::cut;
use super::picture::{Line, Span, Tone, faint};
use super::{count, listing};
use crate::driver::{Failed, Shown, Told, Transaction};
use crate::execution::show;
use crate::ir::{Action, Op, Procedure, Program, Register, Value};
use moverlog_rules::Tid;
use serde_json::{Value as Json, json};

/// So many of the variables that a failing step looked at are named.
const LOOKS: usize = 12;

/// `thread 2 (T2)`, `thread 3 (worker(1))`; what another thread starts has its arguments from there.
pub(super) fn thread_name(program: &Program, t: Tid) -> String {
    let thread = &program.threads[t.0 as usize - 1];
    let Procedure { name, registers, .. } = &program.procedures[thread.procedure as usize];
    let known = if program.start_of(t).is_some() { 0 } else { thread.arguments.len() };
    let parameters = &registers[program.thread_locals.len()..][..known];
    let argument = |(p, value): (&Register, &Value)| show(program, p.domain, *value).to_string();
    let arguments: Vec<String> = parameters.iter().zip(&thread.arguments).map(argument).collect();
    let arguments = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
    format!("thread {} ({name}{arguments})", t.0)
}

pub(super) fn story(program: &Program, failed: &Failed, width: usize) -> Vec<Line> {
    let mut lines = told_lines(program, &failed.story, width, GOES_ON);
    lines.extend(listing::plain(&summary(&failed.story, &failed.original)));
    lines
}

/// Transactions as numbered paragraphs.
pub(super) fn story_text(program: &Program, story: &[Transaction]) -> String {
    listing::joined(&told_lines(program, story, usize::MAX, GOES_ON))
}

/// The same in pieces; `rest` says of the transaction with this number that it has not come to its end.
pub(super) fn told_lines(
    program: &Program,
    story: &[Transaction],
    width: usize,
    rest: &dyn Fn(usize) -> &'static str,
) -> Vec<Line> {
    let (name, action) = widths(program, story, width);
    let mut lines = vec![];
    for (i, transaction) in story.iter().enumerate() {
        lines.push(heading(program, i, transaction));
        lines.extend(transaction.steps.iter().map(|step| told_line(program, step, name, action)));
        lines.extend((!transaction.ended).then(|| vec![faint(format!("     {:name$}  {}", "", rest(i)))]));
    }
    lines
}

/// What a transaction that goes on after the last step says.
pub(super) const GOES_ON: &dyn Fn(usize) -> &'static str = &|_| "... (goes on)";

/// Columns for what stands on the left of remarks, and for the least of them.
const BESIDE: usize = 40;

/// How wide names and actions are; what is cut leaves room for remarks.
fn widths(program: &Program, story: &[Transaction], width: usize) -> (usize, usize) {
    let steps = || story.iter().flat_map(|t| &t.steps);
    let name = steps().map(|s| program.location(s.loc).name.chars().count()).max().unwrap_or(0);
    let action = steps().map(|s| indented(program, s).chars().count()).max().unwrap_or(0);
    (name, action.min(64).min(width.saturating_sub(name + BESIDE).max(16)))
}

fn heading(program: &Program, i: usize, transaction: &Transaction) -> Line {
    let again = if transaction.resumed { ", goes on inside its transaction" } else { "" };
    let who = Span::new(thread_name(program, transaction.thread), Tone::Thread(transaction.thread.0));
    vec![Span::plain(format!("{}. ", i + 1)), who, Span::plain(again)]
}

fn told_line(program: &Program, step: &Told, name: usize, action: usize) -> Line {
    let (mover, at) = (step.moves.letter(), program.location(step.loc));
    let said = if action < 64 { cut(&indented(program, step), action) } else { indented(program, step) };
    let mut line = vec![Span::plain(format!("     {:name$}  {said:action$}  ", at.name))];
    line.extend([Span::new(mover, Tone::Mover(mover)), Span::plain("  ")]);
    line.extend(remarks(program, step));
    listing::trimmed(line)
}

/// Transactions as paragraphs in colours, to be pasted.
pub(super) fn story_lines(program: &Program, story: &[Transaction]) -> Vec<Line> {
    let (name, action) = widths(program, story, usize::MAX);
    let mut lines = vec![];
    for (i, transaction) in story.iter().enumerate() {
        lines.push(heading(program, i, transaction));
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

/// Which way a step took where it had a choice: `true`, `2 of 3`, `x = 1`.
pub(super) fn way_taken(program: &Program, s: &Told) -> Option<String> {
    let (op, next) = (&program.location(s.loc).op, s.next?);
    match op {
        Op::Branch { then, otherwise, .. } => (then != otherwise).then(|| (next == *then).to_string()),
        Op::Choose { next: all } if is_condition(program, s) => Some((Some(&next) == all.first()).to_string()),
        Op::Choose { next: all } => all.iter().position(|l| *l == next).map(|k| format!("{} of {}", k + 1, all.len())),
        Op::Do { action: Action::Choose { .. } | Action::ChooseRange { .. }, .. } => {
            (!s.changes.is_empty()).then(|| values(&s.changes))
        }
        _ => None,
    }
}

/// `if (*)`, `while (*)`
fn is_condition(program: &Program, s: &Told) -> bool {
    program.location(s.loc).text.ends_with("(*)")
}

fn indented(program: &Program, step: &Told) -> String {
    format!("{}{}", "  ".repeat(step.depth.min(10) as usize), program.location(step.loc).text)
}

/// What changes, and what else is said of a step, two columns apart.
pub(super) fn remarks(program: &Program, step: &Told) -> Line {
    let mut said = vec![];
    said.extend((!step.changes.is_empty()).then(|| Span::new(values(&step.changes), Tone::Changed)));
    said.extend(step.commits.then(|| Span::new("<- commits", Tone::Commits)));
    if step.failure.is_some() {
        said.extend(looked_at(program, step).map(Span::plain));
        said.extend(step.false_part.as_ref().map(|part| Span::plain(format!("{part} is false"))));
        said.push(Span::new("<- goes wrong", Tone::GoesWrong));
    }
    let gaps = said.len().saturating_sub(1);
    said.into_iter().enumerate().flat_map(|(i, s)| [s, Span::plain(if i < gaps { "  " } else { "" })]).collect()
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
pub(super) fn length(story: &[Transaction]) -> String {
    let steps = story.iter().map(|t| t.steps.len()).sum();
    let switches = story.windows(2).filter(|w| w[0].thread != w[1].thread).count();
    format!("{}, {switches} switch{}", count(steps, "step"), if switches == 1 { "" } else { "es" })
}

/// Step by step, for lines of so many columns.
pub(super) fn original(program: &Program, found: &[Transaction], width: usize) -> Vec<Line> {
    let steps: Vec<(Tid, &Told)> = found.iter().flat_map(|t| t.steps.iter().map(|s| (t.thread, s))).collect();
    let wide = |f: &dyn Fn(&(Tid, &Told)) -> usize| steps.iter().map(f).max().unwrap_or(0);
    let thread = wide(&|(t, _)| thread_name(program, *t).chars().count());
    let name = wide(&|(_, s)| program.location(s.loc).name.chars().count());
    let room = width.saturating_sub(thread + name + BESIDE).max(16);
    let action = wide(&|(_, s)| program.location(s.loc).text.chars().count()).min(48).min(room);
    let line = |(i, (t, s)): (usize, &(Tid, &Told))| {
        let (at, who) = (program.location(s.loc), thread_name(program, *t));
        let gap = " ".repeat(thread - who.chars().count());
        let text = if action < 48 { cut(&at.text, action) } else { at.text.clone() };
        let mut line = vec![Span::plain(format!("{:4}. ", i + 1)), Span::new(who, Tone::Thread(t.0))];
        line.push(Span::plain(format!("{gap}  {:name$}  {text:action$}  ", at.name)));
        line.extend(remarks(program, s));
        listing::trimmed(line)
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
        step["false_part"] = json!(s.false_part);
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
