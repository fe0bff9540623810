//! What a bounded run says of each statement: its mover letters, its phases, and why.

use super::source::{Language, program};
use crate::check::symbols::{SymbolKind, Symbols, symbols};
use crate::control::{Bound, Control, Limits};
use crate::diagnostics::{Diagnostic, Span};
use crate::driver::{self, Engine, Options, Outcome, Profile, Verdict};
use crate::ir::{Action, GlobalVariable, Location, Op, Program};
use crate::model::Model;
use crate::movers::{Class, Use};
use crate::report;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A statement as a run has seen it.
pub(super) struct Step {
    pub(super) span: Span,
    pub(super) text: String,
    pub(super) letters: String,
    /// In a few words each.
    pub(super) facts: Vec<String>,
    pub(super) reasons: Vec<String>,
}

/// How a shared variable is used.
pub(super) struct Usage {
    /// Where it is declared.
    pub(super) span: Span,
    pub(super) words: String,
}

/// What a run has found.
#[derive(Default)]
pub(super) struct Letters {
    pub(super) steps: Vec<Step>,
    pub(super) usages: Vec<Usage>,
    /// Claims of the text that are false; where a thread goes wrong.
    pub(super) wrong: Vec<Diagnostic>,
}

/// Explores the model of a text within bounds; nothing if there is none.
pub(super) fn letters(
    (language, uri): (Language, &str),
    text: &str,
    limits: &Limits,
    cancel: &Arc<AtomicBool>,
) -> Option<Letters> {
    let control = Control::from(Limits { cancel: cancel.clone(), last: false, ..limits.clone() });
    let model = program(language, uri, text, &control).0?;
    let (engine, options) = (Engine::named("summaries")?, Options::of(&model.program));
    match driver::check(&model.program, engine, &options, &control) {
        Ok(outcome) => Some(of(&model, language, &outcome)),
        Err(claims) => Some(Letters { wrong: report::refused(&model.program, &claims), ..Letters::default() }),
    }
}

fn of(model: &Model, language: Language, outcome: &Outcome) -> Letters {
    let program = &model.program;
    let named = Some(&model.text).filter(|_| language == Language::Model);
    let symbols = named.map_or_else(Symbols::default, |text| symbols(&crate::syntax::parse(text).0, text).0);
    let globals: Vec<Usage> = program.globals.iter().filter_map(|g| usage(program, outcome, g)).collect();
    let seen = program.locations.iter().zip(&outcome.profiles).filter(|(at, _)| !matches!(at.op, Op::End));
    let mut steps: Vec<Step> = seen.map(|(at, profile)| step(at, profile, &symbols, &globals)).collect();
    if let Some(bound) = outcome.cut() {
        steps.iter_mut().for_each(|step| step.doubt(bound));
    }
    Letters { steps, usages: globals, wrong: goes_wrong(program, outcome).into_iter().collect() }
}

/// Where a thread goes wrong, in an execution that was replayed.
fn goes_wrong(program: &Program, outcome: &Outcome) -> Option<Diagnostic> {
    let failed = outcome.failed.as_ref().filter(|_| outcome.verdict == Verdict::Wrong)?;
    let message = format!("thread {} goes wrong here: {}", failed.thread.0, failed.failure.message);
    let found = Diagnostic::warning(message, program.location(failed.loc).span, "");
    Some(found.help("`moverlog check` shows an execution"))
}

impl Step {
    /// Not all was explored: there may be more letters.
    fn doubt(&mut self, bound: Bound) {
        if !self.letters.is_empty() {
            self.letters.push('?');
        }
        self.facts.push(format!("not all was explored, a bound was hit ({})", bound.name()));
    }
}

fn step(at: &Location, p: &Profile, symbols: &Symbols, usages: &[Usage]) -> Step {
    let letters: BTreeSet<char> =
        p.moves.iter().flat_map(|m| m.letter().to_string().chars().collect::<Vec<_>>()).collect();
    let text = at.text.clone();
    if p.threads.is_empty() {
        let facts = vec!["no thread was scheduled here".into()];
        return Step { span: at.span, text, letters: String::new(), facts, reasons: vec![] };
    }
    let facts = [said_of(&letters), phases(p), threads(p)].into_iter().filter(|f| !f.is_empty()).collect();
    Step { span: at.span, text, letters: letters.iter().collect(), facts, reasons: reasons(at, symbols, usages) }
}

fn said_of(letters: &BTreeSet<char>) -> String {
    let word = |letter: &char| match letter {
        'R' => "right mover",
        'L' => "left mover",
        'B' => "both mover",
        _ => "non-mover",
    };
    let words: Vec<String> = letters.iter().map(|l| format!("**{l}** {}", word(l))).collect();
    let more = if words.len() > 1 { ", by the state" } else { "" };
    words.join(" or ") + more
}

fn phases(p: &Profile) -> String {
    let phase = |pre: &bool| if *pre { "pre-commit" } else { "post-commit" };
    let phases: Vec<&str> = p.phases.iter().rev().map(phase).collect();
    let commits = p.phases.contains(&true) && p.moves.iter().any(|m| !m.right);
    let starts = p.classes.contains(&Class::Outside);
    let more = [(starts, "a transaction starts here"), (commits, "commits")];
    let more = more.into_iter().filter_map(|(holds, words)| holds.then_some(words));
    [phases.join(" or ").as_str()].into_iter().chain(more).collect::<Vec<_>>().join(", ")
}

fn threads(p: &Profile) -> String {
    let names: Vec<String> = p.threads.iter().map(|t| t.0.to_string()).collect();
    format!("{} {}", if names.len() == 1 { "thread" } else { "threads" }, names.join(", "))
}

/// Why it moves as it does.
fn reasons(at: &Location, symbols: &Symbols, usages: &[Usage]) -> Vec<String> {
    let mut reasons: Vec<String> = at
        .claimed
        .map(|c| format!("claimed by `@{c:?}`, and tried by brute force").to_lowercase())
        .into_iter()
        .collect();
    reasons.extend(lock(&at.op).map(str::to_string));
    let named: BTreeSet<u32> =
        symbols.within(at.span).filter(|s| s.kind == SymbolKind::Shared).map(|s| s.span.start).collect();
    reasons.extend(usages.iter().filter(|u| named.contains(&u.span.start)).map(|u| u.words.clone()));
    if reasons.is_empty() {
        reasons.push("it touches nothing that other threads see".into());
    }
    reasons
}

fn lock(op: &Op) -> Option<&'static str> {
    let Op::Do { action, .. } = op else { return None };
    Some(match action {
        Action::Acquire(_) => {
            "once the mutex is held, no step of another thread can take it: this may as well come later"
        }
        Action::Release(_) => "before it nobody else had the mutex: this may as well come earlier",
        Action::WaitRelease { .. } => "it frees the mutex, as a release does",
        Action::WaitAcquire { .. } => "it takes the mutex again, as an acquire does",
        Action::Notify(_) | Action::NotifyAll(_) => "the wait set is only touched by whoever holds the mutex",
        _ => return None,
    })
}

/// What protects a variable, as far as was explored.
fn usage(program: &Program, outcome: &Outcome, global: &GlobalVariable) -> Option<Usage> {
    let uses = outcome.uses.as_ref()?;
    let cells: Vec<_> = global.elements().filter_map(|c| uses.get(c.0 as usize)).collect();
    let alike = cells.iter().all(|u| *u == cells[0]);
    let words = if alike { used(program, cells.first()?) } else { "its cells are protected in different ways".into() };
    Some(Usage { span: global.span, words: format!("`{}`: {words}", global.name) })
}

fn used(program: &Program, how: &Use) -> String {
    let names = |locks: &[crate::ir::Cell]| {
        locks.iter().map(|m| format!("`{}`", program.cell_name(*m))).collect::<Vec<_>>().join(", ")
    };
    match how {
        Use::Constant => "nobody writes it".into(),
        Use::Sole(t) => format!("thread {} alone accesses it", t.0),
        Use::Exclusive => "exclusive as declared".into(),
        Use::Shared(locks) if locks.is_empty() => {
            "protected by nothing: another thread may access it just before or after".into()
        }
        Use::Shared(locks) => format!("every access holds {}", names(locks)),
        Use::Ordered(_, locks) if locks.is_empty() => "flags order its accesses".into(),
        Use::Ordered(_, locks) => format!("flags order its accesses, others hold {}", names(locks)),
        Use::Awaited => "protected by nothing, but waiting for it is a right mover".into(),
        Use::Lock => "only lock operations touch it".into(),
        Use::ExposedLock => "expressions look at its owner".into(),
    }
}
