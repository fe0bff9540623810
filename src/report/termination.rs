//! What a run says about QRR Theorem 3.

use super::story::{story_text, thread_name};
use super::summaries::frame_text;
use super::{Checked, count};
use crate::driver::{EndReason, Kept, Violation};
use crate::ir::{Loc, Program};
use crate::queries::Termination;
use serde_json::{Value, json};

/// Theorem 3 on one model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Met,
    Violated,
    NotKnown,
}

impl Answer {
    pub fn of(c: &Checked<'_>, termination: &Termination) -> Self {
        match (&termination.violation, c.outcome.bound) {
            (Some(_), _) => Answer::Violated,
            (None, Some(_)) => Answer::NotKnown,
            (None, None) => Answer::Met,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Answer::Met => "met",
            Answer::Violated => "violated",
            Answer::NotKnown => "not known at this bound",
        }
    }
}

pub fn termination_text(c: &Checked<'_>, termination: &Termination) -> String {
    theorem_text(c, termination) + &super::effort::effort(c)
}

/// The same without what it cost.
pub(super) fn theorem_text(c: &Checked<'_>, termination: &Termination) -> String {
    let mut out = format!("{}: {}\n", Answer::of(c, termination).name(), sentence(c, termination));
    if Answer::of(c, termination) == Answer::Met && termination.recursive.is_empty() {
        out += &not_recursive(&termination.calls_itself);
    }
    if let Some(v) = &termination.violation {
        out += &violation_text(c, v);
    }
    out + &super::growing::growing_text(c.model, c.program, c.outcome)
}

fn sentence(c: &Checked<'_>, termination: &Termination) -> String {
    let summaries: usize = c.outcome.relations.iter().filter(|(n, _)| n.starts_with("Sum")).map(|(_, n)| n).sum();
    let summaries = if summaries == 1 { "1 summary".into() } else { format!("{summaries} summaries") };
    match (Answer::of(c, termination), c.outcome.bound) {
        (Answer::Met, _) if termination.recursive.is_empty() => format!("no frame is recursive; {summaries}"),
        (Answer::Met, _) => {
            let frames = count(termination.recursive.len(), "recursive frame");
            format!("{frames}, always inside a transaction from call to return; {summaries}")
        }
        (Answer::Violated, None) => "a recursive frame is not transactional, yet the fixpoint is finite".into(),
        (Answer::Violated, Some(_)) => {
            "a recursive frame is not transactional, and stacks grow with every bound".into()
        }
        (Answer::NotKnown, bound) => {
            format!("no violation among the facts before a bound was hit ({})", bound.map_or("", |b| b.name()))
        }
    }
}

/// A frame is more than a procedure.
fn not_recursive(procedures: &[String]) -> String {
    let all = match procedures {
        [] => return String::new(),
        [one] => format!("{one} calls itself"),
        [some @ .., last] => format!("{} and {last} call themselves", some.join(", ")),
    };
    format!(
        "  {all}, but a frame is a place to return to together with the caller's variables:\n  \
         each call finds other variables than the calls below it, so that no frame is on a stack twice\n"
    )
}

fn violation_text(c: &Checked<'_>, v: &Violation) -> String {
    let p = c.program;
    let mut out = format!(
        "\n{} pushes the frame {} again while it is on the stack,\nand is outside any transaction below it:\n",
        thread_name(p, v.thread),
        frame_text(p, &v.frame)
    );
    if let Some(commit) = v.commit {
        out += &format!("  {} commits the transaction,\n", place(p, commit));
    }
    match v.end {
        Some(end) => out += &format!("  {} {}.\n", place(p, end), because(v.reason)),
        None => out += "  it goes wrong there.\n",
    }
    let word: Vec<String> = v.word.iter().map(|f| format!("[{}]", frame_text(p, f))).collect();
    if !word.is_empty() {
        out += &format!("The stack can be pumped: .. [{}] {} ..\n", frame_text(p, &v.frame), repeated(&word));
    }
    if !v.execution.is_empty() {
        out += &format!("\nAn execution that gets there:\n\n{}\n", story_text(p, &v.execution));
    }
    out
}

fn repeated(word: &[String]) -> String {
    format!("({})^k", word.join(" "))
}

fn place(p: &Program, loc: Loc) -> String {
    let at = p.location(loc);
    format!("{} (line {}): `{}`", at.name, at.line, at.text)
}

fn because(reason: EndReason) -> &'static str {
    match reason {
        EndReason::NotLeft => "is no left mover, so the committed transaction ends before it",
        EndReason::Blocked => "is blocked, so the committed transaction ends there",
        EndReason::Cut => "ends the transaction because it would not end by itself (C3')",
        EndReason::Wrong => "goes wrong",
    }
}

/// Why a run with summaries met the bound on stacks.
pub(super) fn endless(program: &Program, v: &Violation) -> String {
    let outside = v.end.map_or(String::new(), |l| format!(", outside any transaction at {}", program.location(l).name));
    format!(
        "{} recurses through the frame {}{outside}: its stack can grow without end (QRR Theorem 3); `moverlog termination` shows how",
        thread_name(program, v.thread),
        frame_text(program, &v.frame)
    )
}

/// Schema 1.
pub fn termination_json(c: &Checked<'_>, termination: &Termination) -> Value {
    let p = c.program;
    let frame = |f: &Kept| json!({"text": frame_text(p, f), "returns_to": p.location(f.loc).name, "line": p.location(f.loc).line});
    let at = |l: Loc| json!({"location": p.location(l).name, "line": p.location(l).line, "action": p.location(l).text});
    let violation = |v: &Violation| {
        json!({
            "thread": v.thread.0,
            "frame": frame(&v.frame),
            "commit": v.commit.map(at),
            "end": v.end.map(at),
            "reason": because(v.reason),
            "word": v.word.iter().map(frame).collect::<Vec<_>>(),
            "transactions": v.execution.iter().map(|t| super::story::transaction(p, t)).collect::<Vec<_>>(),
        })
    };
    json!({
        "model": c.model,
        "rules": c.engine.name(),
        "theorem3": Answer::of(c, termination).name(),
        "bound": c.outcome.bound.map(|b| b.name()),
        "recursive_frames": termination.recursive.iter().map(|(t, f)| json!({"thread": t.0, "frame": frame(f)})).collect::<Vec<_>>(),
        "growing": super::growing::growing_json(p, c.outcome),
        "relations": c.outcome.relations.iter().map(|(n, s)| (n.to_string(), json!(s))).collect::<serde_json::Map<_, _>>(),
        "calls_itself": termination.calls_itself,
        "violation": termination.violation.as_ref().map(violation),
    })
}
