//! Exercises: the list, and what is said of an answer.

use super::conditions::refused;
use super::picture::{Line, Span};
use super::story::{story, thread_name};
use super::termination::theorem_text;
use super::text::{verdict_pieces, verdict_tone};
use super::vacuity::vacuity_text;
use super::{Checked, Report, deadlock_lines, listing};
use crate::diagnostics::Diagnostic;
use crate::driver::{Engine, Outcome, Verdict};
use crate::exercise::{EXERCISES, Exercise, Fault, Want};
use crate::ir::{Loc, Mover, Program};
use crate::movers::FalseClaim;
use crate::queries::Termination;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// All exercises.
pub struct Exercises;

impl Report for Exercises {
    fn text(&self) -> String {
        let line = |e: &Exercise| format!("{:2}  {}\n", e.number, e.title());
        let all: String = EXERCISES.iter().map(line).collect();
        all + "\n`moverlog exercise 1 > one.mover` writes the first one down; put lines where `//?` stands, and\n\
               `moverlog exercise 1 one.mover` says whether that is right, and why not.\n"
    }

    fn json(&self) -> Value {
        let one = |e: &Exercise| json!({"number": e.number, "title": e.title(), "question": e.question()});
        json!({"exercises": EXERCISES.iter().map(one).collect::<Vec<_>>()})
    }
}

/// What became of an answer.
pub struct Judged<'a> {
    pub exercise: &'a Exercise,
    pub model: &'a str,
    pub answer: &'a Program,
    /// The first thing that it does not do.
    pub fault: Option<&'a (Want, Fault)>,
}

impl Report for Judged<'_> {
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let Some((want, fault)) = self.fault else { return vec![self.verdict("right", &self.right())] };
        let mut lines = vec![self.verdict(self.word(), &self.because(fault)), vec![]];
        lines.extend(self.shown(fault, width));
        while lines.last().is_some_and(Vec::is_empty) {
            lines.pop();
        }
        let hint = self.exercise.hint(want).map(|hint| vec![vec![], vec![Span::plain(format!("hint: {hint}"))]]);
        lines.extend(hint.into_iter().flatten());
        lines
    }

    fn json(&self) -> Value {
        let failed = self.fault.map(|(want, fault)| {
            json!({"asked": want.kind(), "because": self.because(fault), "shown": listing::joined(&self.shown(fault, usize::MAX)),
                "hint": self.exercise.hint(want)})
        });
        let (exercise, right) = (self.exercise.number, self.right_or_unknown());
        json!({"exercise": exercise, "model": self.model, "right": right, "fault": failed})
    }
}

impl Judged<'_> {
    /// Nothing if a bound was hit.
    pub fn right_or_unknown(&self) -> Option<bool> {
        match self.fault {
            None => Some(true),
            Some((_, fault)) => (!fault.is_unknown()).then_some(false),
        }
    }

    fn word(&self) -> &'static str {
        if self.right_or_unknown().is_none() { "not known at this bound" } else { "not right" }
    }

    fn right(&self) -> String {
        let wants = self.exercise.wants();
        wants.iter().map(said).collect::<Vec<_>>().join(", ")
    }

    fn because(&self, fault: &Fault) -> String {
        match fault {
            Fault::Verdict(o) if o.verdict == Verdict::Wrong => "a thread goes wrong".into(),
            Fault::Verdict(o) if o.verdict == Verdict::Safe => "no thread goes wrong".into(),
            Fault::Verdict(_) => "no verdict".into(),
            Fault::Alone(_) => "it also goes wrong where no other thread is on its way".into(),
            Fault::Deadlock(_, Some(_)) => "threads wait for ever".into(),
            Fault::Deadlock(..) => "whether threads wait for ever".into(),
            Fault::Vacuous(_) => "no thread goes wrong, but not everything is reached".into(),
            Fault::FalseClaims(_) => "a claim is false".into(),
            Fault::Weak(_) => "no claim is false, but more is true".into(),
            Fault::Commit { label: None, .. } => "no step has the label COMMIT".into(),
            Fault::Commit { .. } => "that is not where the transaction commits".into(),
            Fault::Begins(_) => "it is more than one transaction".into(),
            Fault::Termination(_, found) if found.violation.is_some() => {
                "a recursive call is not inside one transaction".into()
            }
            Fault::Termination(_, found) if found.recursive.is_empty() => "no recursive frame is reached".into(),
            Fault::Termination(..) => "whether summaries end".into(),
        }
    }

    /// What came of it, and how.
    fn verdict(&self, word: &'static str, how: &str) -> Line {
        let tone = verdict_tone(match self.right_or_unknown() {
            Some(true) => Verdict::Safe,
            Some(false) => Verdict::Wrong,
            None => Verdict::Inconclusive,
        });
        vec![Span::new(word, tone), Span::plain(format!(": {how}"))]
    }

    fn shown(&self, fault: &Fault, width: usize) -> Vec<Line> {
        match fault {
            Fault::Verdict(o) => self.error(o, width),
            Fault::Deadlock(o, found) => deadlock_lines(&self.checked(o), found.as_ref(), width),
            fault => listing::plain(self.told(fault).trim_end()),
        }
    }

    fn error(&self, outcome: &Outcome, width: usize) -> Vec<Line> {
        let mut lines = vec![verdict_pieces(&self.checked(outcome))];
        if let Some(failed) = &outcome.failed {
            lines.push(vec![]);
            lines.extend(story(self.answer, failed, width));
        }
        lines
    }

    fn told(&self, fault: &Fault) -> String {
        match fault {
            Fault::Verdict(_) | Fault::Deadlock(..) => String::new(),
            Fault::Alone(t) => format!(
                "{} can go wrong where every other thread has not begun, or has ended\n",
                thread_name(self.answer, *t)
            ),
            Fault::Vacuous(o) => vacuity_text(&self.checked(o)),
            Fault::FalseClaims(claims) => self.false_claims(claims),
            Fault::Weak(all) => all.iter().map(|one| self.weak(one)).collect(),
            Fault::Commit { label, commits } => self.commits(*label, commits),
            Fault::Begins(all) => all.iter().map(|l| format!("a transaction begins at {}\n", self.place(*l))).collect(),
            Fault::Termination(o, found) if found.violation.is_none() && o.bound.is_none() => no_deeper(found),
            Fault::Termination(o, found) => theorem_text(&self.checked(o), found),
        }
    }

    /// One of each place and side, of whichever thread.
    fn false_claims(&self, claims: &[FalseClaim]) -> String {
        let mut seen = BTreeSet::new();
        let words = refused(self.answer, claims);
        let first = words.iter().zip(claims).filter(|(_, c)| seen.insert((c.breach.loc, c.breach.right)));
        first.map(|(d, _)| in_words(d)).collect()
    }

    fn weak(&self, (loc, claimed, right): &(Loc, Option<Mover>, Mover)) -> String {
        let claimed = claimed.map_or("nothing is claimed".into(), |m| format!("`@{}` says too little", word(m)));
        format!("{}: {claimed}; it is a {}\n", self.place(*loc), mover(*right))
    }

    fn commits(&self, label: Option<Loc>, commits: &[Loc]) -> String {
        let before = |l: &Loc| label.is_some_and(|label| label < *l);
        let side = match commits.first() {
            _ if label.is_none() => "",
            Some(first) if before(first) => "COMMIT stands before a step after which the thread still only gathers\n",
            _ => "COMMIT stands at a step by which the transaction has committed already\n",
        };
        format!("{side}`moverlog movers` shows letters and phases of every step\n")
    }

    fn place(&self, loc: Loc) -> String {
        let at = self.answer.location(loc);
        format!("line {}, `{}`", at.line, at.text)
    }

    fn checked<'c>(&'c self, outcome: &'c Outcome) -> Checked<'c> {
        Checked {
            model: self.model,
            engine: Engine::named("summaries").expect("it is listed"),
            movers: "lockset",
            program: self.answer,
            outcome,
            attempts: None,
            deadlock: None,
            seconds: 0.0,
            peak_bytes: 0,
            original: false,
            quiet: false,
        }
    }
}

/// Where no frame is on a stack twice.
fn no_deeper(found: &Termination) -> String {
    let who = found.calls_itself.join(", ");
    format!("{who}: no thread gets further than into a call inside of a call; the same frame is on no stack twice\n")
}

/// What an answer does that is right.
fn said(want: &Want) -> String {
    match want {
        Want::Safe => "no thread goes wrong".into(),
        Want::NoDeadlock | Want::NoEarlyDeadlock => "no thread waits for ever".into(),
        Want::Reached => "everything is reached".into(),
        Want::WrongBetween => "a thread goes wrong, but only while another one is on its way".into(),
        Want::Claims => "every claim is true, and no more is".into(),
        Want::Commit(p) => format!("the transaction of {p} commits there"),
        Want::OneTransaction(p) => format!("{p} is one transaction"),
        Want::Terminates => "each recursive call is inside one transaction, so that summaries end".into(),
    }
}

fn word(mover: Mover) -> &'static str {
    match (mover.is_right(), mover.is_left()) {
        (true, true) => "both",
        (true, false) => "right",
        (false, true) => "left",
        (false, false) => "non",
    }
}

fn mover(mover: Mover) -> String {
    match word(mover) {
        "non" => "non-mover".into(),
        word => format!("{word} mover"),
    }
}

/// A message without the drawing of its place.
fn in_words(d: &Diagnostic) -> String {
    let notes: String = d.notes.iter().map(|n| format!("  {n}\n")).collect();
    format!("{}\n  {}\n{notes}", d.message, d.primary.1)
}
