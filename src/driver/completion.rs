//! Condition C3 on the fixpoint, and its repair (QRR 4; FQ condition C).
//!
//! C3: from every explored state in which t is in L(t), t alone can reach N(t). The steps of a
//! thread in L(t) are all left movers, which keep the phase, so they stay in L(t) or reach N(t).

use crate::exploration::{Instance, Successors, cycle_heads};
use crate::ir::Loc;
use crate::movers::Class;
use moverlog_rules::{Frame, Node, Program, Solution, State, Summaries, Tid};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::hash::Hash;

/// Locations that break C3, or C3' where there are summaries: adding them to LFS lets every explored
/// transaction end. Empty if and only if the condition holds. Where the bound on stacks cuts the calls
/// of a committed transaction, the callee's entry ends it. Of a run that was stopped nothing is known, and nothing said.
pub(super) fn violations(instance: &Instance<'_>, solution: &Solution) -> BTreeSet<Loc> {
    match &solution.summaries {
        Some(summaries) => summary_violations(instance, summaries),
        None => state_violations(instance),
    }
}

/// Without stacks, whether t can reach N(t) depends on its node alone.
fn state_violations(instance: &Instance<'_>) -> BTreeSet<Loc> {
    if let Some(nodes) = instance.nodes_in_left() {
        let next = |(n, t): (Node, Tid)| instance.u(t, n).map(|n2| (n2, t)).collect();
        let ends = |(n, t): (Node, Tid)| !instance.is_left(t, n);
        // In a canonical state a thread may go on under another name.
        let nodes = if instance.partition.symmetric { closed(nodes, &next, ends) } else { nodes };
        // Which cycle is met first must not depend on when its nodes were found.
        let mut stuck = known(instance, stuck(nodes, &next, ends));
        stuck.sort_by_cached_key(|(n, t)| (instance.words_of_node(*n), *t));
        let heads = cycle_heads(&stuck, &next).0;
        return heads.into_iter().filter_map(|(n, _)| instance.node_loc(n)).collect();
    }
    let states = (0..instance.state_count() as u32).map(State);
    let inside = states.flat_map(|s| instance.threads_in_left(s).into_iter().map(move |t| (s, t))).collect();
    let next = |(s, t): (State, Tid)| instance.followed(t, s);
    // A call that the bound cuts would end the transaction if its callee's entry does.
    let would_end = |n: Node| instance.node_loc(n).is_some_and(|loc| instance.partition.lfs.contains(&loc));
    let cut_and_ends =
        |s, t| instance.is_full(t, s) && instance.u_plus(t, instance.node(t, s)).any(|(n, _)| would_end(n));
    let ends = |(s, t): (State, Tid)| instance.class(t, s) != Class::Left || cut_and_ends(s, t);
    let mut stuck = known(instance, stuck(inside, &next, ends));
    stuck.sort_by_cached_key(|(s, t)| (instance.words_of_state(*s), *t));
    let (heads, cut) = cycle_heads(&stuck, &next);
    let entries = cut.into_iter().flat_map(|(s, t)| instance.u_plus(t, instance.node(t, s)).map(|(n, _)| n));
    let heads = heads.into_iter().map(|(s, t)| instance.node(t, s));
    heads.chain(entries).filter_map(|n| instance.node_loc(n)).collect()
}

/// Where a run was stopped nothing has a next step, and everything would be stuck.
fn known<V>(instance: &Instance<'_>, stuck: Vec<V>) -> Vec<V> {
    if instance.control.stopped() { vec![] } else { stuck }
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
    let mut endless = summaries.endless.clone();
    endless.sort_unstable();
    let (heads, ends) = cycle_heads(&endless, &next);
    let entries = ends.into_iter().flat_map(|(t, _, n2)| instance.u_plus(t, n2).map(|(n3, _)| n3));
    heads.into_iter().map(|(_, _, n2)| n2).chain(entries).filter_map(|n| instance.node_loc(n)).collect()
}

/// With all that is reached from there before `ends` holds.
fn closed<V: Copy + Eq + Hash>(mut inside: Vec<V>, next: Successors<'_, V>, ends: impl Fn(V) -> bool) -> Vec<V> {
    let mut seen: FxHashSet<V> = inside.iter().copied().collect();
    let mut at = 0;
    while at < inside.len() {
        inside.extend(next(inside[at]).into_iter().filter(|v| !ends(*v) && seen.insert(*v)));
        at += 1;
    }
    inside
}

/// Those of `inside` from which no path leads to where `ends` holds, in order.
///
/// What comes next mostly has a higher number, so going backwards settles all but cycles at once.
pub(super) fn stuck<V: Copy + Eq + Hash + Ord>(
    mut inside: Vec<V>,
    next: Successors<'_, V>,
    ends: impl Fn(V) -> bool,
) -> Vec<V> {
    inside.sort_unstable();
    let mut leaving: FxHashSet<V> = FxHashSet::default();
    let mut open: Vec<(V, Vec<V>)> = vec![];
    for v in inside.into_iter().rev() {
        let after = next(v);
        if ends(v) || after.iter().any(|w| leaving.contains(w) || ends(*w)) {
            leaving.insert(v);
        } else {
            open.push((v, after));
        }
    }
    loop {
        let known = leaving.len();
        for (v, after) in &open {
            if after.iter().any(|w| leaving.contains(w)) {
                leaving.insert(*v);
            }
        }
        open.retain(|(v, _)| !leaving.contains(v));
        if leaving.len() == known {
            return open.into_iter().map(|(v, _)| v).rev().collect();
        }
    }
}
