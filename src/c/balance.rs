//! Whether atomic regions begin and end in pairs: what was lowered as part of one must be in one however control comes
//! there, and no function is called or left inside of one.

use super::function::Body;
use super::unit::Refusal;
use crate::diagnostics::Diagnostic;
use crate::ir::Op;
use crate::ir::build::{Hop, Mark};
use std::collections::BTreeSet;

/// A step, and the region that control is inside of when it comes there, by its number.
type At = (usize, Option<usize>);

/// Refuses regions that do not.
pub(super) fn check(body: &mut Body<'_, '_>, entry: Mark) {
    let reached = reached(body, entry);
    let mut found: Vec<Diagnostic> = reached.into_iter().filter_map(|at| refused(body, at)).collect();
    found.sort_by_key(|d| (d.primary.0.start, d.primary.0.end));
    if let Some(first) = found.into_iter().next() {
        body.unit.note::<()>(Err(Refusal::from(first)));
    }
}

fn refused(body: &Body<'_, '_>, (step, inside): At) -> Option<Diagnostic> {
    let op = body.steps.op(step);
    let message = match (inside, body.inside.get(&step).copied()) {
        (Some(_), _) if matches!(op, Op::Return { .. } | Op::End) => {
            "an atomic region is still open where the function is left"
        }
        (Some(_), _) if matches!(op, Op::Call { .. }) => "a function is called inside of an atomic region",
        (inside, written) if inside == written => return None,
        (Some(_), None) => "control comes here inside of an atomic region, and by what is written not",
        (None, _) => "by what is written this is inside of an atomic region, and control also comes here outside",
        (Some(_), Some(_)) => "control comes here inside of two different atomic regions",
    };
    Some(Diagnostic::error(message, body.steps.span(step), "regions begin and end in pairs"))
}

/// All that control comes to.
fn reached(body: &Body<'_, '_>, entry: Mark) -> BTreeSet<At> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<At> = follow(body, entry, None).into_iter().collect();
    while let Some((step, inside)) = open.pop() {
        if seen.insert((step, inside)) {
            let next = body.steps.op(step).targets().into_iter();
            open.extend(next.filter_map(|to| follow(body, Mark(to.0), inside)));
        }
    }
    seen
}

/// The step that control comes to from a mark, through beginnings and ends of regions.
fn follow(body: &Body<'_, '_>, mark: Mark, inside: Option<usize>) -> Option<At> {
    let (mut mark, mut inside) = (mark, inside);
    for _ in 0..=body.steps.marks() {
        inside = match inside {
            Some(region) => Some(region).filter(|r| !body.regions[*r].exits.contains(&mark)),
            None => body.regions.iter().position(|r| r.start == mark),
        };
        match body.steps.hop(mark) {
            Hop::Step(step) => return Some((step, inside)),
            Hop::Mark(next) => mark = next,
            Hop::Unbound => return None,
        }
    }
    None
}
