//! Range propagation (TSG 4.2): intervals for what transitions store and for variables at the nodes
//! of a graph, along paths in which every context switch is followed by a transaction.
//!
//! The intervals of [`Seen::stored`] and the answers about assertions hold in every schedule if the
//! graph is adequate. The intervals at nodes hold along the schedules of the graph alone: another
//! thread may do something independent while a thread waits at a node (docs/papers.md).

use super::ctp::{Ctp, Effect, Expr, Scope, Transition, VariableId};
use super::environment::{Environment, Layout};
use super::interval::Interval;
use super::mat::ControlState;
pub use super::propagation::Iteration;
use super::propagation::Propagation;
pub use super::seen::Seen;
use super::tsg::Tsg;
use crate::control::{Bound, Control};
use crate::ir::Binary;

/// What range propagation found.
#[derive(Debug)]
pub struct Ranges {
    /// R: for each node, in the order of the graph's boundaries, what was seen there; nothing if it was not reached.
    pub at: Vec<Vec<Option<Environment>>>,
    pub layout: Layout,
    /// For each transition of each thread what was seen of it.
    pub transitions: Vec<Vec<Seen>>,
    /// r: what each iteration found, if it was to be kept; the start is the first one.
    pub steps: Vec<Iteration>,
    /// Iterations that were made, and how many would be enough.
    pub iterations: usize,
    pub needed: usize,
    /// What kept it from going on until nothing could change any more.
    pub bound: Option<Bound>,
}

/// Propagates intervals; the performance of a transaction counts as a state does in the bounds.
///
/// There are `lookahead` transactions in an iteration: B in the paper, 1 in its experiments.
pub fn propagate_ranges(ctp: &Ctp, graph: &Tsg, lookahead: usize, control: &Control) -> Ranges {
    iterate(Propagation::new(ctp, graph, control), graph, lookahead, control)
}

/// The same, and what every iteration found (TSG Figure 4(b)).
pub fn propagate_ranges_step_by_step(ctp: &Ctp, graph: &Tsg, lookahead: usize, control: &Control) -> Ranges {
    iterate(Propagation::new(ctp, graph, control).step_by_step(), graph, lookahead, control)
}

fn iterate(mut propagation: Propagation<'_>, graph: &Tsg, lookahead: usize, control: &Control) -> Ranges {
    let lookahead = lookahead.max(1);
    let needed = graph.transactions().div_ceil(lookahead);
    let mut now = propagation.start(graph);
    let mut iterations = 0;
    for _ in 0..needed {
        let next = propagation.iterate(&now, lookahead);
        if control.hit().is_some() {
            break;
        }
        iterations += 1;
        if !propagation.changed && next.at == now.at {
            break;
        }
        now = next;
    }
    let mut ranges = Ranges { iterations, needed, bound: control.hit(), ..propagation.ranges(graph) };
    ranges.steps.truncate(iterations + 1);
    ranges
}

impl Propagation<'_> {
    /// All that was found so far.
    pub fn ranges(self, graph: &Tsg) -> Ranges {
        let mut at = self.at.into_iter();
        Ranges {
            at: graph.boundaries.iter().map(|b| at.by_ref().take(b.len()).collect()).collect(),
            layout: self.layout,
            transitions: self.seen,
            steps: self.steps.unwrap_or_default(),
            iterations: 0,
            needed: 0,
            bound: None,
        }
    }
}

fn node(graph: &Tsg, state: ControlState) -> Option<(usize, usize)> {
    graph.boundaries[state.thread].binary_search(&state.at).ok().map(|k| (state.thread, k))
}

impl Ranges {
    /// What a variable holds at a node, if the node was reached and the thread there can see the variable.
    pub fn at_node(&self, graph: &Tsg, state: ControlState, v: VariableId) -> Option<Interval> {
        let (t, k) = node(graph, state)?;
        self.at[t][k].as_ref()?.0.get(self.layout.slot(v)).copied()
    }

    /// The interval metric (TSG 4.3): bits of what is stored to local variables, and of what is stored to
    /// shared ones and of all shared ones where a transaction begins.
    pub fn metric(&self, ctp: &Ctp) -> (u64, u64) {
        let stored = self.transitions.iter().flatten().flat_map(|s| &s.stored);
        let (mut local, mut global) = (0, 0);
        for (v, interval) in stored {
            let bits = if matches!(ctp.variable(*v).scope, Scope::Local(_)) { &mut local } else { &mut global };
            *bits += interval.bits();
        }
        let begins = self.at.iter().flat_map(|nodes| &nodes[..nodes.len() - 1]).flatten();
        global += begins.flat_map(|env| &env.0[..self.layout.shared()]).map(|i| i.bits()).sum::<u64>();
        (local, global)
    }

    /// Leaves of transitions what was also seen along another graph, where both hold in every schedule.
    pub(super) fn meet(&mut self, other: &Ranges) {
        let mine = self.transitions.iter_mut().flatten();
        mine.zip(other.transitions.iter().flatten()).for_each(|(mine, theirs)| mine.meet(theirs));
    }

    /// The control states that no schedule reaches: (thread, state), if the graph is adequate.
    pub fn unreachable(&self) -> Vec<ControlState> {
        let of_thread = |(thread, seen): (usize, &Vec<Seen>)| {
            let reached = seen.iter().take_while(|s| s.performed).count();
            (reached + 1..=seen.len()).map(move |at| ControlState { thread, at }).collect::<Vec<_>>()
        };
        self.transitions.iter().enumerate().flat_map(of_thread).collect()
    }

    /// The control states beside the run that no schedule reaches, if the graph is adequate: where a guard is false
    /// its thread would go elsewhere, or wait. Each is named by the transition with the guard.
    pub fn refuted(&self, ctp: &Ctp) -> Vec<ControlState> {
        let of_thread = |(thread, seen): (usize, &Vec<Seen>)| {
            let guarded = |at: &usize| ctp.threads[thread].transitions[*at].guard.is_some();
            let refuted = (0..seen.len()).filter(guarded).filter(|at| !seen[*at].refuses);
            refuted.map(move |at| ControlState { thread, at }).collect::<Vec<_>>()
        };
        self.transitions.iter().enumerate().flat_map(of_thread).collect()
    }
}

/// Whether a transition can go wrong at all: the places that a report tells about.
pub fn can_fail(t: &Transition) -> bool {
    matches!(t.effect, Effect::Assert(_)) || t.expressions().any(divides)
}

/// Whether there is a division by anything but a number other than zero.
fn divides(e: &Expr) -> bool {
    let by_number = |b: &Expr| matches!(b, Expr::Const(c) if *c != 0);
    let here = matches!(e, Expr::Binary(Binary::Div | Binary::Rem, _, b) if !by_number(b));
    here || e.parts().any(divides)
}
