//! Why stacks may grow without end: a recursive frame that is not transactional (QRR Theorem 3).

use super::expand;
use super::outcome::{EndReason, Violation};
use super::points::kept;
use super::story::{Transaction, tell};
use super::witness::schedule;
use crate::execution;
use crate::exploration::{Instance, Outgoing};
use crate::ir::{Loc, Value};
use crate::semantics::{EMPTY_STACK, Semantics};
use moverlog_rules::{Frame, Node, Program, Stack, State, Summaries, Tid};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};

/// The most telling violation: one where a committed transaction ends before an access, if there is
/// such, and of those the first.
pub(crate) fn violation(instance: &Instance<'_>, summaries: &Summaries) -> Option<Violation> {
    let rank = |&(t, f, n1, n2): &(Tid, Frame, Node, Node)| {
        let order = match reason(instance, t, n2) {
            EndReason::NotLeft => 0,
            EndReason::Blocked => 1,
            EndReason::Cut => 2,
            EndReason::Wrong => 3,
        };
        (order, n1 == n2, t, f, n1, n2)
    };
    let mut found = summaries.non_transactional.clone();
    found.sort_by_key(rank);
    let commits = |&&(t, _, n1, n2): &&(Tid, Frame, Node, Node)| commit(instance, t, n1, n2).is_some();
    let &(t, f, n1, n2) = found.iter().take(MOST_COMPARED).find(commits).or(found.first())?;
    let execution = execution_to(instance, (t, f, n2)).unwrap_or_default();
    Some(Violation {
        thread: t,
        frame: kept(instance.semantics, f),
        commit: commit(instance, t, n1, n2).or(last_commit(&execution, t)),
        end: instance.node_loc(n2),
        reason: reason(instance, t, n2),
        word: word(summaries, t, f).into_iter().map(|f| kept(instance.semantics, f)).collect(),
        execution,
    })
}

/// The commit of the transaction that ends an execution: a caller's, where the call itself ends it.
fn last_commit(execution: &[Transaction], t: Tid) -> Option<Loc> {
    let last = execution.last().filter(|last| last.thread == t)?;
    last.steps.iter().rev().find(|s| s.commits).map(|s| s.loc)
}

/// How many violations are looked at for one with a commit.
const MOST_COMPARED: usize = 64;

fn reason(instance: &Instance<'_>, t: Tid, n: Node) -> EndReason {
    let (_, l, _) = instance.stores(n);
    match instance.semantics.loc(l) {
        None => EndReason::Wrong,
        Some(_) if instance.outgoing(t, n).is_empty() => EndReason::Blocked,
        Some(loc) if instance.partition.lfs.contains(&loc) => EndReason::Cut,
        Some(_) => EndReason::NotLeft,
    }
}

/// The last step on the way from `n1` to `n2` that was no right mover.
fn commit(instance: &Instance<'_>, t: Tid, n1: Node, n2: Node) -> Option<Loc> {
    let steps = expand::steps_of_edge(instance, t, n1, n2)?;
    let (mut at, mut stack, mut found) = (n1, vec![], None);
    for choice in steps {
        let (g, l, phase) = instance.stores(at);
        let transitions = instance.semantics.transitions(t, g, l);
        let moves = instance.moves_of(t, g, l, &transitions)[choice.outcome];
        if !moves.right && (phase || !moves.left) {
            found = instance.node_loc(at);
        }
        at = match instance.outgoing(t, at)[choice.outcome] {
            Outgoing::To(n) => n,
            Outgoing::Into(n, f) => {
                stack.push(f);
                n
            }
            Outgoing::Back(g, p, value) => instance.returned(t, at, (g, p, value), stack.pop()?),
        };
    }
    found
}

/// Frames pushed on a shortest way from entering with `f` to the next push of `f`.
fn word(summaries: &Summaries, t: Tid, f: Frame) -> Vec<Frame> {
    let mut next: FxHashMap<Node, Vec<(Node, Option<Frame>)>> = FxHashMap::default();
    for &(_, n1, n2, g) in summaries.call.iter().filter(|c| c.0 == t) {
        next.entry(n1).or_default().push((n2, Some(g)));
    }
    for &(_, n1, n2) in summaries.sum.iter().filter(|s| s.0 == t) {
        next.entry(n1).or_default().push((n2, None));
    }
    let entered = summaries.call.iter().filter(|c| c.0 == t && c.3 == f).map(|c| c.2);
    let mut seen: BTreeSet<Node> = entered.clone().collect();
    let mut queue: VecDeque<(Node, Vec<Frame>)> = entered.map(|n| (n, vec![])).collect();
    while let Some((n, word)) = queue.pop_front() {
        for (n2, pushed) in next.get(&n).into_iter().flatten() {
            let mut word = word.clone();
            word.extend(pushed);
            if *pushed == Some(f) {
                return word;
            }
            if seen.insert(*n2) {
                queue.push_back((*n2, word));
            }
        }
    }
    vec![]
}

/// How often a frame is on stacks.
struct Counted<'a> {
    semantics: &'a Semantics<'a>,
    shown: (Loc, Vec<Value>),
    known: FxHashMap<Stack, usize>,
}

impl<'a> Counted<'a> {
    fn new(semantics: &'a Semantics<'a>, f: Frame) -> Self {
        Counted { semantics, shown: shown(semantics, f), known: FxHashMap::from_iter([(EMPTY_STACK, 0)]) }
    }

    /// Most stacks are others with a frame on top, so each frame is looked at once.
    fn times(&mut self, stack: Stack) -> usize {
        let (mut at, mut above) = (stack, vec![]);
        while let (None, Some((below, f))) = (self.known.get(&at), self.semantics.top(at)) {
            above.push((at, f));
            at = below;
        }
        let mut times = self.known[&at];
        for (at, f) in above.into_iter().rev() {
            times += usize::from(shown(self.semantics, f) == self.shown);
            self.known.insert(at, times);
        }
        times
    }
}

/// A frame of the thread's own procedure is another one, and shown as the same.
fn shown(semantics: &Semantics<'_>, f: Frame) -> (Loc, Vec<Value>) {
    (semantics.return_location(f), semantics.saved_registers(f))
}

/// An execution that pushes the frame for the second time and comes to the violation again, reduced to what its last
/// step depends on. Where a bound hides the second push, one to the violation.
fn execution_to(instance: &Instance<'_>, (t, f, n): (Tid, Frame, Node)) -> Option<Vec<Transaction>> {
    let states = || (0..instance.state_count() as u32).map(State);
    let stack = |s: State| instance.states.look(s, |row| row.stack(t));
    let counted = RefCell::new(Counted::new(instance.semantics, f));
    let times = |s: State| counted.borrow_mut().times(stack(s));
    let at = instance.node_loc(n);
    let comes_to = |s: &State| instance.states.mover(*s) == Some(t) && instance.node_loc(instance.node(t, *s)) == at;
    let again = |s: &State| comes_to(s) && times(*s) > 1;
    let once = |s: &State| instance.node(t, *s) == n && times(*s) > 0;
    let costs = instance.states.costs(t);
    let s = states().filter(again).min_by_key(|s| costs[s.0 as usize]).or_else(|| states().find(once))?;
    let semantics = instance.semantics;
    let events = execution::replay(semantics, &schedule(instance, instance, s)?)?;
    let events = execution::replay(semantics, &execution::essential(&events))?;
    let events = execution::replay(semantics, &execution::fewest_switches(&events))?;
    Some(tell(instance, &events))
}
