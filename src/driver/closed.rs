//! Certificates that list states: whether a set of configurations has the initial one, is closed under every step of
//! every thread, and none of these steps goes wrong. No engine, movers or phases have a part in it.

use crate::control::{Bound, Control};
use crate::ir::Program;
use crate::semantics::{Configuration, Semantics, Spelled};
use indexmap::IndexSet;
use moverlog_rules::Tid;
use rustc_hash::FxBuildHasher;

/// What is said of a set of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// No thread goes wrong.
    Holds,
    /// The initial state is missing.
    NotAtFirst,
    /// A step of the thread leads from the state with this number to one that is missing.
    Leaves(usize, Tid),
    /// A step of the thread from the state with this number goes wrong.
    Wrong(usize, Tid),
    /// A bound was hit.
    Open,
}

type Set = IndexSet<Configuration, FxBuildHasher>;

/// Every state that interleavings lead to; nothing if a thread goes wrong, or a bound was hit.
pub fn every_state(program: &Program, control: &Control<'_>) -> Option<Vec<Spelled>> {
    let semantics = Semantics::within(program, control);
    control.begin(false);
    let mut all = Set::from_iter([semantics.initial()]);
    let mut at = 0;
    while at < all.len() && control.goes_on() && control.hit().is_none() {
        let new: Vec<Configuration> = steps(&semantics, &all[at]).map(|(_, next)| next).collect();
        let deepest = new.iter().flat_map(|c| &c.stacks).map(|s| semantics.depth(*s)).max();
        if deepest.is_some_and(|depth| depth > control.limits.max_stack) {
            control.record(Bound::Stack);
        }
        all.extend(new);
        control.full(all.len()).into_iter().for_each(|bound| control.record(bound));
        control.tick(all.len());
        at += 1;
    }
    let spelled = all.iter().map(|c| semantics.spelled(c)).collect();
    if control.hit().is_some() { None } else { spelled }
}

/// Checks a set of states, as they are written down, by single steps of the program.
pub fn closed(program: &Program, states: &[Spelled], control: &Control<'_>) -> Closed {
    let semantics = Semantics::within(program, control);
    let listed: Vec<Configuration> = states.iter().map(|s| semantics.unspelled(s)).collect();
    let all = Set::from_iter(listed.iter().cloned());
    if !all.contains(&semantics.initial()) {
        return Closed::NotAtFirst;
    }
    let open = |_: &usize| control.goes_on();
    let leaves = (0..listed.len()).take_while(open).find_map(|n| leaves(&semantics, &all, n, &listed[n]));
    // What a bound has cut is missing among the steps.
    if control.hit().is_some() { Closed::Open } else { leaves.unwrap_or(Closed::Holds) }
}

/// How a step from the state with this number breaks the set.
fn leaves(semantics: &Semantics<'_>, all: &Set, n: usize, at: &Configuration) -> Option<Closed> {
    steps(semantics, at).find_map(|(t, next)| match () {
        () if semantics.is_wrong(next.locals[t.0 as usize - 1]) => Some(Closed::Wrong(n, t)),
        () if !all.contains(&next) => Some(Closed::Leaves(n, t)),
        () => None,
    })
}

/// Every step of every thread.
fn steps<'s>(semantics: &'s Semantics<'_>, at: &'s Configuration) -> impl Iterator<Item = (Tid, Configuration)> + 's {
    semantics.tids().flat_map(move |t| {
        let transitions = semantics.transitions_in(at, t);
        let after: Vec<_> = transitions.steps.iter().map(|step| (t, semantics.after(at, t, step))).collect();
        after
    })
}
