//! Whether steps move as their letters say: P1 to P4 of CPC 3, and C4, tried by brute force on every
//! pair of threads in every state of the unreduced program, or in some more.

use super::explicit::{Explicit, all_left};
use super::{Effect, Step, System};
use crate::{Frame, Tid};
use std::collections::{BTreeSet, HashSet};

/// Where a claim about movers fails: the property speaks of steps of the first thread, and a step of
/// the second one gets in the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach<G, L> {
    /// P1 to P4 of CPC 3, or C4.
    pub property: &'static str,
    /// A global store that is reached with the two local stores beside it.
    pub global: G,
    /// Both threads, and where they are.
    pub threads: [(Tid, L); 2],
}

/// Two threads at one global store: (g, t, l, u, l') with t != u.
type Pair = (u32, Tid, u32, Tid, u32);

type Numbered = Step<u32, u32>;

/// A condition on steps of t and u.
type Condition<S> = fn(&Explicit<S>, Pair) -> bool;

/// A global store, and every thread's local store.
pub(super) type Stores = (u32, Vec<u32>);

/// The stores of the states that the unreduced program would reach if a return led through any frame that
/// its thread has ever pushed: all that it does reach, and finitely many where data are finite. Nothing if
/// there are more than `most`, or the time is over.
pub(super) fn within_reach<S: System>(program: &Explicit<S>, most: usize) -> Option<Vec<Stores>> {
    let mut frames = BTreeSet::new();
    loop {
        let known = frames.len();
        let found = search(program, &mut frames, most)?;
        if frames.len() == known {
            return Some(found);
        }
    }
}

/// Breadth first; notes further frames.
fn search<S: System>(program: &Explicit<S>, frames: &mut BTreeSet<(Tid, u32)>, most: usize) -> Option<Vec<Stores>> {
    let mut found = vec![program.start()];
    let mut seen = HashSet::from([program.start()]);
    let mut at = 0;
    while let Some((g, locals)) = found.get(at).cloned() {
        for (t, l) in program.threads().zip(&locals) {
            for step in program.steps((t, g, *l)).iter() {
                for l2 in loosely(program, frames, (t, *l), step) {
                    let mut locals = locals.clone();
                    locals[t.0 as usize - 1] = l2;
                    let next = (step.global, locals);
                    found.extend(seen.insert(next.clone()).then_some(next));
                }
            }
        }
        at += 1;
        if found.len() > most || !program.budget.goes_on() {
            return None;
        }
    }
    Some(found)
}

/// The local stores after a step of `t`.
fn loosely<S: System>(
    program: &Explicit<S>,
    frames: &mut BTreeSet<(Tid, u32)>,
    (t, l): (Tid, u32),
    step: &Numbered,
) -> Vec<u32> {
    match step.effect {
        Effect::To(l2) => vec![l2],
        Effect::Call { entry, frame } => {
            frames.insert((t, frame));
            vec![entry]
        }
        Effect::Return => frames.range((t, 0)..=(t, u32::MAX)).map(|(_, f)| program.resumed(l, Frame(*f))).collect(),
    }
}

/// The first property that fails for two threads with these stores, unless a bound ends the search.
pub(super) fn breach<S: System>(all: &Explicit<S>, stores: &[Stores]) -> Option<Breach<S::Global, S::Local>> {
    let conditions: [(&str, Condition<S>); 5] =
        [("P1", property1), ("P2", property2), ("P3", property3), ("P4", property4), ("C4", condition4)];
    let mut seen = HashSet::new();
    for (g, locals) in stores {
        for (t, l, u, l2) in pairs(all, locals) {
            let pair = (*g, t, l, u, l2);
            if !all.budget.goes_on() {
                return None;
            }
            if !seen.insert(pair) {
                continue;
            }
            if let Some((property, _)) = conditions.iter().find(|(_, holds)| !holds(all, pair)) {
                let threads = [(t, all.local(l)), (u, all.local(l2))];
                return Some(Breach { property, global: all.global(*g), threads });
            }
        }
    }
    None
}

fn pairs<S: System>(all: &Explicit<S>, locals: &[u32]) -> impl Iterator<Item = (Tid, u32, Tid, u32)> {
    let each: Vec<(Tid, u32)> = all.threads().zip(locals.iter().copied()).collect();
    let others = each.clone();
    let with = move |(t, l): (Tid, u32)| others.clone().into_iter().map(move |(u, l2)| (t, l, u, l2));
    each.into_iter().flat_map(with).filter(|(t, _, u, _)| t != u)
}

fn same(one: &Numbered, other: &Numbered) -> bool {
    one.effect == other.effect
}

/// If RM(t, g1 to g2) and then u steps to g3, u can step first and RM(t) still leads to g3.
fn property1<S: System>(all: &Explicit<S>, (g1, t, l, u, l2): Pair) -> bool {
    let first = all.steps((u, g1, l2));
    let commutes = |mine: &Numbered, theirs: &Numbered| {
        first.iter().filter(|f| same(f, theirs)).any(|f| {
            let then = all.steps((t, f.global, l));
            then.iter().any(|s| s.mover.is_right() && same(s, mine) && s.global == theirs.global)
        })
    };
    let steps = all.steps((t, g1, l));
    let mut right = steps.iter().filter(|s| s.mover.is_right());
    right.all(|mine| all.steps((u, mine.global, l2)).iter().all(|theirs| commutes(mine, theirs)))
}

/// If u steps from g1 to g2 and RM(t) at g2, every step of t at g1 is in RM.
fn property2<S: System>(all: &Explicit<S>, (g1, t, l, u, l2): Pair) -> bool {
    let moves = |theirs: &Numbered| all.steps((t, theirs.global, l)).iter().any(|s| s.mover.is_right());
    all.steps((t, g1, l)).iter().all(|s| s.mover.is_right()) || !all.steps((u, g1, l2)).iter().any(moves)
}

/// If u steps from g1 to g2 and then LM(t) to g3, LM(t) can step first and u still leads to g3.
fn property3<S: System>(all: &Explicit<S>, (g1, t, l, u, l2): Pair) -> bool {
    let first = all.steps((t, g1, l));
    let commutes = |theirs: &Numbered, mine: &Numbered| {
        first.iter().filter(|f| f.mover.is_left() && same(f, mine)).any(|f| {
            let then = all.steps((u, f.global, l2));
            then.iter().any(|s| same(s, theirs) && s.global == mine.global)
        })
    };
    all.steps((u, g1, l2)).iter().all(|theirs| {
        let steps = all.steps((t, theirs.global, l));
        steps.iter().filter(|s| s.mover.is_left()).all(|mine| commutes(theirs, mine))
    })
}

/// If u steps from g1 to g2, a step of t in LM at g1 is in LM at g2.
fn property4<S: System>(all: &Explicit<S>, (g1, t, l, u, l2): Pair) -> bool {
    let steps = all.steps((t, g1, l));
    all.steps((u, g1, l2)).iter().all(|theirs| {
        let after = all.steps((t, theirs.global, l));
        let survives = |mine: &Numbered| after.iter().any(|s| s.mover.is_left() && same(s, mine));
        steps.iter().filter(|s| s.mover.is_left()).all(survives)
    })
}

/// C4: no step of u leads t into or out of L(t). Of R(t) the global store decides nothing.
fn condition4<S: System>(all: &Explicit<S>, (g1, t, l, u, l2): Pair) -> bool {
    let left = |g| all_left(&all.steps((t, g, l)));
    all.is_initial(t, l) || all.steps((u, g1, l2)).iter().all(|theirs| left(theirs.global) == left(g1))
}
