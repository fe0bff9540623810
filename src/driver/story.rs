//! An execution told as transactions: who moved, where each transaction commits, what changed.

use crate::execution::Event;
use crate::exploration::Instance;
use crate::ir::{Cell, Domain, GlobalKind, Loc, Program, Value};
use crate::movers::{Class, Moves};
use crate::semantics::{Configuration, Effect, Failure, Semantics};
use moverlog_rules::Tid;

/// Steps of one thread, from outside any transaction to its end or to where another thread goes on.
#[derive(Debug)]
pub struct Transaction {
    pub thread: Tid,
    pub steps: Vec<Told>,
    /// The thread was inside this transaction before: another thread has moved in between.
    pub resumed: bool,
    /// It has reached its end.
    pub ended: bool,
}

/// One step of a story.
#[derive(Debug)]
pub struct Told {
    pub loc: Loc,
    pub moves: Moves,
    /// The step that takes the transaction from its pre-commit to its post-commit phase.
    pub commits: bool,
    /// Variables with new values, by name.
    pub changes: Vec<(String, Shown)>,
    pub calls: bool,
    pub failure: Option<Failure>,
    /// Frames on the thread's stack before the step.
    pub depth: u32,
}

/// A value as its type has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shown {
    Int(Value),
    Bool(bool),
    /// `null`, `&x`, a wait set.
    Text(String),
}

/// Tells an execution in terms of the movers and the partition of `teller`.
pub(super) fn tell(teller: &Instance<'_>, events: &[Event]) -> Vec<Transaction> {
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
        let commits = !moves.right && event.failure.is_none() && (*phase || opens);
        *phase = moves.next_phase(*phase);
        current.ended = class(teller, &event.after, t, *phase) == Class::Outside;
        current.steps.push(told(teller, event, commits));
    }
    story
}

/// One step, with what it changes.
pub(super) fn told(teller: &Instance<'_>, event: &Event, commits: bool) -> Told {
    let t = event.choice.t;
    Told {
        loc: event.loc,
        moves: moves_of(teller, &event.before, t)[event.choice.outcome],
        commits,
        changes: changes(teller.semantics, event),
        calls: matches!(event.step().effect, Effect::Push(..)),
        failure: event.failure.clone(),
        depth: teller.semantics.depth(event.before.stacks[t.0 as usize - 1]),
    }
}

fn moves_of(teller: &Instance<'_>, c: &Configuration, t: Tid) -> Vec<Moves> {
    let node = (t, c.global, c.locals[t.0 as usize - 1]);
    let transitions = teller.semantics.transitions_in(c, t);
    teller.moves_of(node.0, node.1, node.2, &transitions)
}

fn class(teller: &Instance<'_>, c: &Configuration, t: Tid, phase: bool) -> Class {
    teller.classify(t, c.locals[t.0 as usize - 1], phase, &moves_of(teller, c, t))
}

/// The variables whose values a step changes, globals first.
fn changes(semantics: &Semantics<'_>, event: &Event) -> Vec<(String, Shown)> {
    let program = semantics.program;
    let (before, after) = (semantics.globals(event.before.global), semantics.globals(event.after.global));
    let differs = |i: &usize| before[*i] != after[*i];
    let cell = |i: usize| (program.cell_name(Cell(i as u32)), show_cell(program, Cell(i as u32), after[i]));
    let mut changes: Vec<_> = (0..before.len()).filter(differs).map(cell).collect();
    changes.extend(register_changes(semantics, event));
    changes
}

/// Registers of the running procedure that changed; after a call, the callee's parameters.
fn register_changes(semantics: &Semantics<'_>, event: &Event) -> Vec<(String, Shown)> {
    let i = event.choice.t.0 as usize - 1;
    let (l, l2) = (event.before.locals[i], event.after.locals[i]);
    let (Some(from), Some(to)) = (semantics.loc(l), semantics.loc(l2)) else { return vec![] };
    let program = semantics.program;
    let procedure = |loc| &program.procedures[program.location(loc).procedure as usize];
    let after = semantics.registers(l2);
    let (old, shown) = match &event.step().effect {
        Effect::Internal(_) => (semantics.registers(l), procedure(to).registers.len()),
        Effect::Push(..) => (vec![], program.thread_locals.len() + procedure(to).parameters as usize),
        _ => (caller_registers(semantics, event, i), procedure(to).registers.len()),
    };
    let ended = procedure(from).name == procedure(to).name
        && semantics.transitions_in(&event.after, event.choice.t).steps.is_empty();
    let in_scope = |r: usize| program.location(to).in_scope.get(r).copied().unwrap_or(true);
    let named = |r: &usize| !procedure(to).registers[*r].hidden && in_scope(*r) && old.get(*r) != Some(&after[*r]);
    if ended && after.iter().all(|v| *v == 0) {
        return vec![];
    }
    let show = |r: usize| {
        let register = &procedure(to).registers[r];
        (register.name.clone(), show(program, register.domain, after[r]))
    };
    (0..shown).filter(named).map(show).collect()
}

/// What the caller's registers were before the call that returns in this event.
fn caller_registers(semantics: &Semantics<'_>, event: &Event, i: usize) -> Vec<Value> {
    let frame = semantics.top(event.before.stacks[i]).map(|(_, f)| f);
    let shared = semantics.program.thread_locals.len();
    let mut registers = semantics.registers(event.before.locals[i])[..shared].to_vec();
    registers.extend(frame.into_iter().flat_map(|f| semantics.saved_registers(f)));
    registers
}

pub(super) fn show_cell(program: &Program, cell: Cell, value: Value) -> Shown {
    let global = program.global_of(cell);
    match global.kind {
        GlobalKind::Data(domain) => show(program, domain, value),
        GlobalKind::Mutex { reentrant, .. } => {
            let part = (cell.0 - global.base.0) % global.stride();
            let waiting = part == 1 + u32::from(reentrant);
            if waiting { Shown::Text(wait_set(value)) } else { Shown::Int(value) }
        }
    }
}

fn wait_set(mask: Value) -> String {
    let waiting: Vec<String> = (0..31).filter(|b| mask & (1 << b) != 0).map(|b| (b + 1).to_string()).collect();
    format!("{{{}}}", waiting.join(", "))
}

pub(super) fn show(program: &Program, domain: Domain, value: Value) -> Shown {
    match domain {
        Domain::Bool => Shown::Bool(value != 0),
        Domain::Pointer if value == 0 => Shown::Text("null".into()),
        Domain::Pointer => Shown::Text(format!("&{}", program.cell_name(Cell(value as u32 - 1)))),
        Domain::Int | Domain::Range { .. } | Domain::Enum { .. } => Shown::Int(value),
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shown::Int(v) => write!(f, "{v}"),
            Shown::Bool(b) => write!(f, "{b}"),
            Shown::Text(s) => write!(f, "{s}"),
        }
    }
}
