//! An execution told as transactions: who moved, where each transaction commits, what changed.

#![warn(missing_docs)]

use crate::execution::{Event, Shown, changes, chosen, false_part, looked_at};
use crate::exploration::Instance;
use crate::ir::Loc;
use crate::movers::{Class, Moves};
use crate::semantics::{Configuration, Effect, Failure, Semantics};
use moverlog_rules::Tid;

/// Steps of one thread, from outside any transaction to its end or to where another thread goes on.
///
/// ```
/// use moverlog::prelude::*;
///
/// let model = Model::parse("one.mover", "int x; void T() { x = 1; assert(x == 2); } P = { T() };")?;
/// let failed = Checker::new(&model.program).run()?.failed.expect("x is 1");
/// let lines = failed.story[0].steps.iter().map(|step| model.program.location(step.loc).text.as_str());
/// assert_eq!(lines.collect::<Vec<_>>(), ["x = 1", "assert(x == 2)"]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Transaction {
    /// Who makes them.
    pub thread: Tid,
    /// In their order.
    pub steps: Vec<Told>,
    /// The thread was inside this transaction before: another thread has moved in between.
    pub resumed: bool,
    /// It has reached its end.
    pub ended: bool,
}

/// One step of a story.
#[derive(Debug)]
pub struct Told {
    /// Where the thread was.
    pub loc: Loc,
    /// Which outcome of what it does there.
    pub outcome: usize,
    /// How the step moves.
    pub moves: Moves,
    /// The phase of the thread before the step, as QRR 4 instruments it: true is pre-commit.
    pub phase: bool,
    /// The first step of its transaction that is no right mover (QRR 2: the committing action).
    pub commits: bool,
    /// Variables with new values, by name, and what a free choice chose.
    pub changes: Vec<(String, Shown)>,
    /// Where the thread is after it; nothing once it has gone wrong.
    pub next: Option<Loc>,
    /// Whether it calls a procedure.
    pub calls: bool,
    /// Why it goes wrong, if it does.
    pub failure: Option<Failure>,
    /// What a failing step looked at.
    pub looked_at: Vec<(String, Shown)>,
    /// The part of a failing assertion that is false, if it has several.
    pub false_part: Option<String>,
    /// Frames on the thread's stack before the step.
    pub depth: u32,
}

impl Told {
    /// The same step with the values that it has in a program that stores more.
    pub(super) fn retell(&mut self, semantics: &Semantics<'_>, event: &Event) {
        self.outcome = event.choice.outcome;
        self.changes = news(semantics, event);
        self.failure = event.failure.clone();
        self.looked_at = looked_at(semantics, event);
        self.false_part = false_part(semantics, event);
    }
}

/// Tells an execution in terms of the movers and the partition of `teller`.
pub(crate) fn tell(teller: &Instance<'_>, events: &[Event]) -> Vec<Transaction> {
    let n = teller.semantics.program.threads.len();
    let mut phases = vec![teller.partition.initial_phase; n];
    let mut story: Vec<Transaction> = vec![];
    for event in events {
        let t = event.choice.t;
        let phase = &mut phases[t.0 as usize - 1];
        let outside = class(teller, &event.before, t, *phase) == Class::Outside;
        let moves = moves_of(teller, &event.before, t)[event.choice.outcome];
        let same = story.last().is_some_and(|last| last.thread == t);
        if outside || !same {
            story.push(Transaction { thread: t, steps: vec![], resumed: !outside, ended: false });
        }
        let current = story.last_mut().expect("a transaction has been opened");
        let opens = outside && current.steps.is_empty();
        let before = *phase;
        let entered = phase_before(teller, &event.before, t, before);
        let commits = !moves.right && event.failure.is_none() && (before || opens);
        *phase = teller.phase_after(t, moves, entered, event.after.locals[t.0 as usize - 1]);
        current.ended = class(teller, &event.after, t, *phase) == Class::Outside;
        current.steps.push(told(teller, event, before, commits));
    }
    story
}

/// One step from this phase, with what it changes.
pub(crate) fn told(teller: &Instance<'_>, event: &Event, phase: bool, commits: bool) -> Told {
    let t = event.choice.t;
    Told {
        loc: event.loc,
        outcome: event.choice.outcome,
        moves: moves_of(teller, &event.before, t)[event.choice.outcome],
        phase,
        commits,
        changes: news(teller.semantics, event),
        next: teller.semantics.loc(event.after.locals[t.0 as usize - 1]),
        calls: matches!(event.step().effect, Effect::Push(..)),
        failure: event.failure.clone(),
        looked_at: looked_at(teller.semantics, event),
        false_part: false_part(teller.semantics, event),
        depth: teller.semantics.depth(event.before.stacks[t.0 as usize - 1]),
    }
}

fn news(semantics: &Semantics<'_>, event: &Event) -> Vec<(String, Shown)> {
    let mut news = changes(semantics, event);
    if let Some(chosen) = chosen(semantics, event).filter(|c| !news.contains(c)) {
        news.push(chosen);
    }
    news
}

fn moves_of(teller: &Instance<'_>, c: &Configuration, t: Tid) -> Vec<Moves> {
    let node = (t, c.global, c.locals[t.0 as usize - 1]);
    let transitions = teller.semantics.transitions_in(c, t);
    teller.moves_of(node.0, node.1, node.2, &transitions)
}

/// The phase from which `t` goes on, `phase` being that of its last step.
pub(crate) fn phase_before(teller: &Instance<'_>, c: &Configuration, t: Tid, phase: bool) -> bool {
    teller.phase_before(t, c.locals[t.0 as usize - 1], phase, &moves_of(teller, c, t))
}

fn class(teller: &Instance<'_>, c: &Configuration, t: Tid, phase: bool) -> Class {
    teller.classify(t, c.locals[t.0 as usize - 1], phase, &moves_of(teller, c, t))
}
