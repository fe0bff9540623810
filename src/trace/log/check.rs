//! Whether a log can be what it says, a run: the values follow from each other, and every thread
//! could make its step.

use super::expression::{Parsed, fail, wrong};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::trace::ctp::{Ctp, Effect, Expr, Transition, VariableId};
use crate::trace::run::{Event, Run};
use crate::trace::state::{Attempt, Obstacle, State, fitted};

/// Goes through the run; also finds out which assertions fail.
pub(super) fn check(run: &mut Run, spans: &[Span]) -> Parsed<()> {
    let mut state = State::initial(&run.ctp);
    let mut failing = vec![];
    for ((k, (event, transition)), span) in run.steps().enumerate().zip(spans) {
        let right = match state.follow(&run.ctp, event.slice, &event.values) {
            Attempt::Blocked(obstacle) => return fail(impossible(&run.ctp, event, transition, obstacle, *span)),
            attempt => attempt != Attempt::Wrong,
        };
        match &transition.effect {
            Effect::Assign(assignments) => {
                let mut seen = assignments.iter().zip(&event.values);
                seen.try_for_each(|((v, e), seen)| same(&run.ctp, &state, (*v, e), *seen, *span))?;
            }
            Effect::Assert(_) if right && event.values == [0] => {
                return wrong("this assertion holds here", *span, "and is said to fail");
            }
            Effect::Assert(_) if !right => failing.push(k),
            _ => {}
        }
    }
    failing.into_iter().for_each(|k| run.events[k].values = vec![0]);
    Ok(())
}

/// That an assignment left behind what the log says.
fn same(ctp: &Ctp, state: &State, (v, e): (VariableId, &Expr), seen: i64, span: Span) -> Parsed<()> {
    let name = &ctp.variable(v).name;
    if fitted(ctp, v, seen) != seen {
        let (lo, hi) = ctp.variable(v).range;
        return wrong(format!("`{name}` holds only {lo}..{hi}, not {seen}"), span, "in this event");
    }
    match state.value(ctp, v) {
        Some(value) if value != seen => fail(match e {
            Expr::Var(from) => {
                let from = &ctp.variable(*from).name;
                let diagnostic =
                    Diagnostic::error(format!("`{from}` is {value} here, not {seen}"), span, "in this event");
                diagnostic.note("an event is missing before it, or the order of the log is not that of the run")
            }
            _ => Diagnostic::error(format!("`{name}` becomes {value} here, not {seen}"), span, "in this event"),
        }),
        _ => Ok(()),
    }
}

fn impossible(ctp: &Ctp, event: &Event, transition: &Transition, obstacle: Obstacle, span: Span) -> Diagnostic {
    let thread = |slice: usize| &ctp.threads[slice].name;
    let me = thread(event.slice);
    let lock = transition.targets().next().map_or("", |v| &ctp.variable(v).name);
    let message = match obstacle {
        Obstacle::Ended => format!("`{me}` has gone wrong before"),
        Obstacle::Unborn => format!("`{me}` is forked later than this"),
        Obstacle::Guard => "the condition is false here".into(),
        Obstacle::Held(holder) => format!("`{lock}` is held by `{}` here", thread(holder)),
        Obstacle::NotHeld => format!("`{me}` does not hold `{lock}` here"),
        Obstacle::Running(child) => format!("`{}` has not ended here", thread(child)),
        Obstacle::Forked(child) => format!("`{}` has been forked before", thread(child)),
    };
    Diagnostic::error(message, span, "in this event")
}
