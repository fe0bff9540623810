//! C3 and C3' on the fixpoint (QRR 4 and 5.2), and their repair: local stores at which transactions end
//! after their commit, LFS. By whom else and where in the global store does not matter, so C4 stays.

use super::System;
use super::explicit::Explicit;
use crate::{Frame, Node, Program, Solution, State, Summaries, Tid};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

/// Local stores that break C3, or C3' where there are summaries. Without any the condition holds, unless a
/// bound has ended the search for them.
pub(super) fn violations<S: System>(program: &Explicit<S>, solution: &Solution) -> Vec<S::Local> {
    let nodes = match &solution.summaries {
        Some(summaries) => summary_violations(program, summaries),
        None => state_violations(program),
    };
    let locals: BTreeSet<u32> = nodes.into_iter().map(|n| program.local_at(n)).collect();
    locals.into_iter().map(|l| program.local(l)).collect()
}

/// C3: from every state in L(t), t alone can reach N(t).
fn state_violations<S: System>(program: &Explicit<S>) -> Vec<Node> {
    let is_left = |&(s, t): &(State, Tid)| program.is_left(t, program.node(t, s));
    let states = program.states().take_while(|_| program.goes_on());
    let inside = states.flat_map(|s| program.threads().map(move |t| (s, t)));
    let next = |(s, t): (State, Tid)| steps_alone(program, t, s).into_iter().map(|s2| (s2, t)).collect();
    let stuck = stuck(inside.filter(is_left).collect(), &next, &|v| !is_left(&v), &|| program.goes_on());
    turns(&stuck, &next).into_iter().map(|(s, t)| program.node(t, s)).collect()
}

fn steps_alone<S: System>(program: &Explicit<S>, t: Tid, s: State) -> Vec<State> {
    let n = program.node(t, s);
    let mut next: Vec<State> = program.u(t, n).map(|n2| program.set(s, t, n2)).collect();
    next.extend(program.u_plus(t, n).filter_map(|(n2, f)| program.push(s, t, n2, f)));
    if let Some(f) = program.top(t, s) {
        next.extend(program.u_minus(t, n, f).map(|n2| program.pop(s, t, n2)));
    }
    next
}

/// C3' is a rule; here is where the edges that break it turn back.
fn summary_violations<S: System>(program: &Explicit<S>, summaries: &Summaries) -> Vec<Node> {
    let mut returning: HashMap<(Tid, Node, Frame), Vec<Node>> = HashMap::new();
    for &(t, n1, f, n2) in &summaries.sum_minus {
        returning.entry((t, n1, f)).or_default().push(n2);
    }
    let next = |(t, n1, n2): (Tid, Node, Node)| {
        let spans = |(n3, f)| returning.get(&(t, n3, f)).into_iter().flatten().copied();
        let reached = program.u(t, n2).chain(program.u_plus(t, n2).flat_map(spans));
        reached.map(|n3| (t, n1, n3)).collect()
    };
    turns(&summaries.endless, &next).into_iter().map(|(_, _, n2)| n2).collect()
}

type Successors<'a, V> = &'a dyn Fn(V) -> Vec<V>;

/// Those of `inside` from which no path leads to where `ends` holds.
fn stuck<V: Copy + Eq + Hash>(
    inside: Vec<V>,
    next: Successors<'_, V>,
    ends: &dyn Fn(V) -> bool,
    goes_on: &dyn Fn() -> bool,
) -> Vec<V> {
    let mut open: Vec<(V, Vec<V>)> = inside.into_iter().map(|v| (v, next(v))).collect();
    let mut leaving: HashSet<V> = HashSet::new();
    loop {
        let known = leaving.len();
        // What comes next mostly has a higher number.
        for (v, after) in open.iter().rev() {
            if after.iter().any(|w| leaving.contains(w) || ends(*w)) {
                leaving.insert(*v);
            }
        }
        open.retain(|(v, _)| !leaving.contains(v));
        if leaving.len() == known || !goes_on() {
            return open.into_iter().map(|(v, _)| v).collect();
        }
    }
}

/// Of things from which no path leads out: where steps lead back to in their order, which every cycle
/// does somewhere, and those without any.
fn turns<V: Copy + Ord>(stuck: &[V], next: Successors<'_, V>) -> BTreeSet<V> {
    let back = |v: &V| match next(*v) {
        none if none.is_empty() => vec![*v],
        after => after.into_iter().filter(|w| w <= v).collect(),
    };
    stuck.iter().flat_map(back).collect()
}
