//! Executions: the single steps on the way to a state, performed again by the system alone.

use super::bounds::Budget;
use super::explicit::{Explicit, FEWEST_NODES, Place};
use super::{Effect, Step, System};
use crate::{Frame, Stack, State, Tid};
use std::collections::HashSet;

/// An execution from the start: who moved, and the step.
pub type Path<G, L> = Vec<(Tid, Step<G, L>)>;

/// A step of a thread, by its number.
type Choice = (Tid, usize);

/// The execution to `s`, in which a thread has gone wrong. Nothing if the system does not repeat it, or if
/// it is not found within the bounds, of which that on states is for the configurations of one thread here.
pub(super) fn path_to<S: System>(program: &Explicit<S>, s: State) -> Option<Path<S::Global, S::Local>> {
    let (mut choices, budget) = (vec![], program.budget.grace());
    for (before, t, after) in program.way(s) {
        choices.extend(alone(program, program.place(t, before), program.place(t, after), &budget)?);
    }
    replay(&program.system, &choices)
}

/// The fewest steps of one thread from one place to another. A step of a ruleset is a step of the system,
/// or a summary of several.
fn alone<S: System>(
    program: &Explicit<S>,
    from: (Place, Stack),
    to: (Place, Stack),
    budget: &Budget,
) -> Option<Vec<Choice>> {
    let mut seen = HashSet::from([from]);
    let mut found = vec![(from, 0, 0)];
    let mut at = 0;
    let most = budget.bounds.states.max(FEWEST_NODES);
    while found.get(at).filter(|_| at < most && budget.goes_on())?.0 != to {
        let here = found[at].0;
        for (i, step) in program.steps(here.0).iter().enumerate() {
            let next = after(program, here, step).filter(|next| seen.insert(*next));
            found.extend(next.map(|next| (next, at, i)));
        }
        at += 1;
    }
    let mut way = vec![];
    while at > 0 {
        way.push((from.0.0, found[at].2));
        at = found[at].1;
    }
    way.reverse();
    Some(way)
}

fn after<S: System>(
    program: &Explicit<S>,
    ((t, _, l), stack): (Place, Stack),
    step: &Step<u32, u32>,
) -> Option<(Place, Stack)> {
    match step.effect {
        Effect::To(l2) => Some(((t, step.global, l2), stack)),
        Effect::Call { entry, frame } => Some(((t, step.global, entry), program.pushed(stack, Frame(frame)))),
        Effect::Return => {
            let (below, f) = program.split(stack)?;
            Some(((t, step.global, program.resumed(l, f)), below))
        }
    }
}

/// Performs the steps in the unreduced semantics, from nothing but the system; the last one must go wrong.
fn replay<S: System>(system: &S, choices: &[Choice]) -> Option<Path<S::Global, S::Local>> {
    let (mut g, mut locals) = system.start();
    let mut stacks: Vec<Vec<S::Local>> = vec![vec![]; locals.len()];
    let mut path = vec![];
    for &(t, i) in choices {
        let (l, stack) = (&mut locals[t.0 as usize - 1], &mut stacks[t.0 as usize - 1]);
        if system.is_wrong(l) {
            return None;
        }
        let step = system.steps(t, &g, l).into_iter().nth(i)?;
        g = step.global.clone();
        *l = match &step.effect {
            Effect::To(l2) => l2.clone(),
            Effect::Call { entry, frame } => {
                stack.push(frame.clone());
                entry.clone()
            }
            Effect::Return => system.resume(l, &stack.pop()?),
        };
        path.push((t, step));
    }
    let wrong = match choices.last() {
        Some((t, _)) => system.is_wrong(&locals[t.0 as usize - 1]),
        None => locals.iter().any(|l| system.is_wrong(l)),
    };
    wrong.then_some(path)
}
