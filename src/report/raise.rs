//! The runs of `--auto`, one after the other.

use super::{Checked, count};
use crate::driver::{Attempt, Bound, Verdict};
use serde_json::{Value, json};

/// Fewer bounds on stacks than this may just be too small.
const FEW: usize = 4;

/// What one run came to.
fn result(a: &Attempt) -> String {
    match (a.verdict, a.bound) {
        (Verdict::Inconclusive, Some(bound)) => format!("{} ({})", a.verdict.name(), bound.name()),
        _ => a.verdict.name().into(),
    }
}

fn bounds(a: &Attempt) -> String {
    format!("--max-states {} --max-stack {}", a.max_states, a.max_stack)
}

/// One run, when it is over, and what comes next.
pub fn attempt_line(engine: &str, a: &Attempt, next: Option<&Attempt>) -> String {
    let states = count(a.states, "state");
    let next = next.map_or(String::new(), |n| format!("; next {}", bounds(n)));
    format!("{engine}: {}: {}, {states}, {:.3} s{next}", bounds(a), result(a), a.seconds)
}

/// A line for each run, if there were several.
pub(super) fn attempts_text(c: &Checked<'_>) -> String {
    let Some(attempts) = c.attempts.filter(|a| a.len() > 1 && !c.quiet) else { return String::new() };
    let width = |f: &dyn Fn(&Attempt) -> String| attempts.iter().map(|a| f(a).chars().count()).max().unwrap_or(0);
    let states = |a: &Attempt| count(a.states, "state");
    let (first, second, third) = (width(&bounds), width(&result), width(&states));
    let line = |a: &Attempt| {
        let (bounds, result, states) = (bounds(a), result(a), states(a));
        format!("    {bounds:first$}  {result:second$}  {states:>third$}  {:.3} s\n", a.seconds)
    };
    format!("  raised by --auto:\n{}", attempts.iter().map(line).collect::<String>())
}

/// Which bounds were raised in vain.
pub(super) fn in_vain(c: &Checked<'_>) -> Vec<String> {
    let Some(attempts) = c.attempts.filter(|_| c.outcome.verdict == Verdict::Inconclusive) else { return vec![] };
    stack_in_vain(attempts, c.outcome.endless.is_some()).into_iter().chain(states_in_vain(attempts)).collect()
}

fn stack_in_vain(attempts: &[Attempt], endless: bool) -> Option<String> {
    let cut = || attempts.iter().filter(|a| a.bound == Some(Bound::Stack));
    let most = cut().map(|a| a.max_stack).max()?;
    match (endless, cut().count()) {
        (true, _) => Some("no --max-stack is enough: the stack grows with every bound".into()),
        (false, ..FEW) => None,
        (false, _) => Some(format!(
            "every --max-stack up to {most} was hit: perhaps none is enough, as in a recursion without end"
        )),
    }
}

/// Where fewer states were stored than the bound allows, it was hit inside a transaction.
fn states_in_vain(attempts: &[Attempt]) -> Option<String> {
    let last = attempts.last()?;
    let in_vain = |a: &&Attempt| {
        a.bound == Some(Bound::States)
            && a.states < a.max_states
            && a.max_states < last.max_states
            && last.states <= a.states
    };
    let a = attempts.iter().find(in_vain)?;
    Some(format!(
        "--max-states {} was hit inside a transaction, with {}, and {} brought no more: perhaps none is enough, as where data grow without end",
        a.max_states,
        count(a.states, "state"),
        last.max_states
    ))
}

/// Schema 1.
pub(super) fn attempts_json(attempts: &[Attempt]) -> Value {
    let one = |a: &Attempt| {
        json!({
            "max_states": a.max_states,
            "max_stack": a.max_stack,
            "verdict": a.verdict.name(),
            "bound": a.bound.map(|b| b.name()),
            "states": a.states,
            "seconds": a.seconds,
        })
    };
    attempts.iter().map(one).collect()
}
