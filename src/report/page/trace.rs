//! The execution that goes wrong, step by step, with every state that it passes.

use super::Page;
use crate::driver::{Failed, Kept, Point, Told, Transaction};
use crate::ir::Program;
use crate::queries::Spots;
use crate::report::json::phase;
use crate::report::story::{shown, step};
use serde_json::{Value, json};

/// So many steps are shown, each with a state.
const STEPS: usize = 2000;

pub(super) fn trace(p: &Page<'_>) -> Option<Value> {
    let (failed, passed) = (p.checked.outcome.failed.as_ref()?, &p.views.passed);
    let steps = steps(p.checked.program, failed);
    let left_out = steps.len().saturating_sub(STEPS);
    Some(json!({
        "message": failed.failure.message,
        "kind": failed.failure.kind.name(),
        "transactions": failed.story.iter().map(transaction).collect::<Vec<_>>(),
        "steps": steps.into_iter().skip(left_out).collect::<Vec<_>>(),
        "states": passed.iter().skip(left_out).map(|s| state(p.checked.program, s)).collect::<Vec<_>>(),
        "left_out": left_out,
    }))
}

fn transaction(t: &Transaction) -> Value {
    json!({"thread": t.thread.0, "resumed": t.resumed, "ended": t.ended, "steps": t.steps.len()})
}

/// Every step, with its transaction.
fn steps(program: &Program, failed: &Failed) -> Vec<Value> {
    let numbered = failed.story.iter().enumerate();
    numbered.flat_map(|of| of.1.steps.iter().map(move |told| one(program, told, of))).collect()
}

fn one(program: &Program, told: &Told, (number, of): (usize, &Transaction)) -> Value {
    let mut object = step(program, told);
    object["thread"] = json!(of.thread.0);
    object["transaction"] = json!(number);
    object["phase"] = json!(phase(told.phase));
    object["depth"] = json!(told.depth);
    object["goes_wrong"] = json!(told.failure.is_some());
    object
}

/// All variables, and where each thread is.
fn state(program: &Program, s: &Spots) -> Value {
    json!({
        "globals": shown(&s.globals),
        "threads": s.threads.iter().map(|t| thread(program, t)).collect::<Vec<_>>(),
    })
}

fn thread(program: &Program, (at, stack): &(Point, Vec<Kept>)) -> Value {
    let frame = |f: &Kept| json!({"location": program.location(f.loc).name, "locals": shown(&f.locals)});
    json!({
        "location": at.loc.map(|l| &program.location(l).name),
        "line": at.loc.map(|l| program.location(l).line),
        "locals": shown(&at.locals),
        "stack": stack.iter().rev().map(frame).collect::<Vec<_>>(),
    })
}
