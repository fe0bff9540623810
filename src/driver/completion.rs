//! Condition C3 on the fixpoint, and its repair (QRR 4; FQ condition C).
//!
//! C3: from every explored state in which t is in L(t), t alone can reach N(t). The steps of a
//! thread in L(t) are all left movers, which keep the phase, so they stay in L(t) or reach N(t).

use super::instance::Instance;
use crate::ir::Loc;
use crate::movers::Class;
use moverlog_rules::{State, Tid};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Locations that break C3: adding them to LFS lets every explored transaction end. Empty if and
/// only if C3 holds. States whose steps were cut by the bound on stacks are left out.
pub(super) fn violations(instance: &Instance<'_>) -> BTreeSet<Loc> {
    let stuck = stuck(instance);
    let mut colour: FxHashMap<(State, Tid), Colour> = FxHashMap::default();
    let mut found = BTreeSet::new();
    for &(s, t) in &stuck {
        if !colour.contains_key(&(s, t)) {
            back_edges(instance, t, s, &mut colour, &mut found);
        }
    }
    found
}

/// The (state, thread) pairs in L(t) from which t alone cannot reach N(t), in order.
fn stuck(instance: &Instance<'_>) -> Vec<(State, Tid)> {
    let mut inside: Vec<(State, Tid)> = vec![];
    let mut before: FxHashMap<(State, Tid), Vec<(State, Tid)>> = FxHashMap::default();
    let mut ending: Vec<(State, Tid)> = vec![];
    for s in (0..instance.state_count() as u32).map(State) {
        for t in instance.semantics.tids().filter(|t| instance.class(*t, s) == Class::Left) {
            inside.push((s, t));
            let next = instance.steps_of(t, s);
            if instance.is_cut(t, s) || next.iter().any(|s2| instance.class(t, *s2) != Class::Left) {
                ending.push((s, t));
            }
            for s2 in next {
                before.entry((s2, t)).or_default().push((s, t));
            }
        }
    }
    let mut ends: BTreeSet<(State, Tid)> = ending.iter().copied().collect();
    while let Some(at) = ending.pop() {
        for from in before.get(&at).into_iter().flatten() {
            if ends.insert(*from) {
                ending.push(*from);
            }
        }
    }
    inside.retain(|at| !ends.contains(at));
    inside
}

#[derive(PartialEq)]
enum Colour {
    OnPath,
    Done,
}

/// Depth first from one stuck state; where a cycle closes, its head ends the transaction. Every
/// step from a stuck state leads to a stuck one, so each of them reaches such a cycle.
fn back_edges(
    instance: &Instance<'_>,
    t: Tid,
    from: State,
    colour: &mut FxHashMap<(State, Tid), Colour>,
    found: &mut BTreeSet<Loc>,
) {
    let mut path = vec![(from, instance.steps_of(t, from).into_iter())];
    colour.insert((from, t), Colour::OnPath);
    while let Some((at, next)) = path.last_mut() {
        match next.next() {
            None => {
                colour.insert((*at, t), Colour::Done);
                path.pop();
            }
            Some(s) => match colour.get(&(s, t)) {
                Some(Colour::OnPath) => found.extend(instance.loc(t, s)),
                Some(Colour::Done) => {}
                None => {
                    colour.insert((s, t), Colour::OnPath);
                    path.push((s, instance.steps_of(t, s).into_iter()));
                }
            },
        }
    }
}
