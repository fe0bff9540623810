//! Whether atomic regions begin and end in pairs: what was lowered as part of one must be in one however control comes
//! there, and no function is called or left inside of one.

use super::function::Body;
use super::unit::Refusal;
use crate::diagnostics::Diagnostic;
use crate::ir::Op;
use crate::ir::build::{Hop, Mark};
use std::collections::BTreeSet;

/// Refuses regions that do not.
pub(super) fn check(body: &mut Body<'_, '_>, entry: Mark) {
    let mut found: Vec<Diagnostic> = vec![];
    for (step, inside) in reached(body, entry) {
        let leaves = matches!(body.steps.op(step), Op::Return { .. } | Op::End);
        let calls = inside && matches!(body.steps.op(step), Op::Call { .. });
        let message = match (inside, body.inside.contains(&step)) {
            (true, _) if leaves => "an atomic region is still open where the function is left",
            (true, false) => "control comes here inside of an atomic region, and by what is written not",
            (true, true) if calls => "a function is called inside of an atomic region",
            (false, true) => {
                "by what is written this is inside of an atomic region, and control also comes here outside"
            }
            _ => continue,
        };
        found.push(Diagnostic::error(message, body.steps.span(step), "regions begin and end in pairs"));
    }
    found.sort_by_key(|d| (d.primary.0.start, d.primary.0.end));
    if let Some(first) = found.into_iter().next() {
        body.unit.note::<()>(Err(Refusal::from(first)));
    }
}

/// The steps that control comes to, and whether that is inside of a region.
fn reached(body: &Body<'_, '_>, entry: Mark) -> BTreeSet<(usize, bool)> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<(usize, bool)> = follow(body, entry, false).into_iter().collect();
    while let Some((step, inside)) = open.pop() {
        if seen.insert((step, inside)) {
            let next = body.steps.op(step).targets().into_iter();
            open.extend(next.filter_map(|to| follow(body, Mark(to.0), inside)));
        }
    }
    seen
}

/// The step that control comes to from a mark, through beginnings and ends of regions.
fn follow(body: &Body<'_, '_>, mark: Mark, inside: bool) -> Option<(usize, bool)> {
    let (mut mark, mut inside) = (mark, inside);
    for _ in 0..=body.steps.marks() {
        inside = match inside {
            true => !body.regions.iter().any(|r| r.exits.contains(&mark)),
            false => body.regions.iter().any(|r| r.start == mark),
        };
        match body.steps.hop(mark) {
            Hop::Step(step) => return Some((step, inside)),
            Hop::Mark(next) => mark = next,
            Hop::Unbound => return None,
        }
    }
    None
}
