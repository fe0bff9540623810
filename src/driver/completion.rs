//! Condition C3 on the fixpoint, and its repair (QRR 4; FQ condition C).
//!
//! C3: from every explored state in which t is in L(t), t alone can reach N(t). The steps of a
//! thread in L(t) are all left movers, which keep the phase, so they stay in L(t) or reach N(t).

use super::instance::Instance;
use crate::ir::Loc;
use crate::movers::Class;
use moverlog_rules::{Frame, Node, Program, Solution, State, Summaries, Tid};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::hash::Hash;

/// Locations that break C3, or C3' where there are summaries: adding them to LFS lets every explored
/// transaction end. Empty if and only if the condition holds. States whose steps were cut by the
/// bound on stacks are left out.
pub(super) fn violations(instance: &Instance<'_>, solution: &Solution) -> BTreeSet<Loc> {
    match &solution.summaries {
        Some(summaries) => summary_violations(instance, summaries),
        None => state_violations(instance),
    }
}

/// A place in a graph that no path leaves.
type Successors<'a, V> = &'a dyn Fn(V) -> Vec<V>;

fn state_violations(instance: &Instance<'_>) -> BTreeSet<Loc> {
    let next = |(s, t): (State, Tid)| instance.steps_of(t, s).into_iter().map(|s| (s, t)).collect();
    let heads = cycle_heads(&stuck(instance), &next).0;
    heads.into_iter().filter_map(|(s, t)| instance.loc(t, s)).collect()
}

/// A path edge in L(t) that never completes runs in a cycle, or into a call that never returns and
/// inside which no transaction ends: then the callee's entry ends it.
fn summary_violations(instance: &Instance<'_>, summaries: &Summaries) -> BTreeSet<Loc> {
    let mut returning: FxHashMap<(Tid, Node, Frame), Vec<Node>> = FxHashMap::default();
    for &(t, n1, f, n2) in &summaries.sum_minus {
        returning.entry((t, n1, f)).or_default().push(n2);
    }
    let next = |(t, n1, n2): (Tid, Node, Node)| {
        let spans = |(n3, f)| returning.get(&(t, n3, f)).into_iter().flatten().copied();
        let reached = instance.u(t, n2).chain(instance.u_plus(t, n2).flat_map(spans));
        reached.map(|n3| (t, n1, n3)).collect::<Vec<_>>()
    };
    let (heads, ends) = cycle_heads(&summaries.endless, &next);
    let entries = ends.into_iter().flat_map(|(t, _, n2)| instance.u_plus(t, n2).map(|(n3, _)| n3));
    heads.into_iter().map(|(_, _, n2)| n2).chain(entries).filter_map(|n| instance.node_loc(n)).collect()
}

/// The (state, thread) pairs in L(t) from which t alone cannot reach N(t), in order.
///
/// A thread's next state has a higher number unless it was reached before, so going backwards settles
/// all but the heads of cycles at once.
fn stuck(instance: &Instance<'_>) -> Vec<(State, Tid)> {
    let mut ends: FxHashSet<(State, Tid)> = FxHashSet::default();
    let mut open: Vec<((State, Tid), Vec<State>)> = vec![];
    for s in (0..instance.state_count() as u32).rev().map(State) {
        for t in instance.threads_in_left(s) {
            let next = instance.steps_of(t, s);
            let leaves = |s2: &State| ends.contains(&(*s2, t)) || instance.class(t, *s2) != Class::Left;
            if instance.is_cut(t, s) || next.iter().any(leaves) {
                ends.insert((s, t));
            } else {
                open.push(((s, t), next));
            }
        }
    }
    loop {
        let known = ends.len();
        for ((s, t), next) in &open {
            if next.iter().any(|s2| ends.contains(&(*s2, *t))) {
                ends.insert((*s, *t));
            }
        }
        if ends.len() == known {
            let mut stuck: Vec<_> = open.into_iter().map(|(at, _)| at).filter(|at| !ends.contains(at)).collect();
            stuck.sort_unstable();
            return stuck;
        }
        open.retain(|(at, _)| !ends.contains(at));
    }
}

#[derive(PartialEq)]
enum Colour {
    OnPath,
    Done,
}

/// Depth first from all of `from`: the heads of the cycles that close, and the ends without successor.
fn cycle_heads<V: Copy + Eq + Hash + Ord>(from: &[V], next: Successors<'_, V>) -> (BTreeSet<V>, BTreeSet<V>) {
    let mut colour: FxHashMap<V, Colour> = FxHashMap::default();
    let (mut heads, mut ends) = (BTreeSet::new(), BTreeSet::new());
    let mut from = from.to_vec();
    from.sort_unstable();
    for start in from {
        let mut entering = (!colour.contains_key(&start)).then_some(start);
        let mut path = vec![];
        loop {
            if let Some(v) = entering.take() {
                let after = next(v);
                if after.is_empty() {
                    ends.insert(v);
                }
                colour.insert(v, Colour::OnPath);
                path.push((v, after.into_iter()));
            }
            let Some((at, rest)) = path.last_mut() else { break };
            match rest.next() {
                None => {
                    colour.insert(*at, Colour::Done);
                    path.pop();
                }
                Some(to) => match colour.get(&to) {
                    Some(Colour::OnPath) => drop(heads.insert(to)),
                    Some(Colour::Done) => {}
                    None => entering = Some(to),
                },
            }
        }
    }
    (heads, ends)
}
