//! Range propagation (TSG 4.2): intervals for what transitions store and for variables at the nodes
//! of a graph, along paths in which every context switch is followed by a transaction.
//!
//! The intervals of [`Seen::stored`] and the answers about assertions hold in every schedule if the
//! graph is adequate. The intervals at nodes hold along the schedules of the graph alone: another
//! thread may do something independent while a thread waits at a node (docs/papers.md).

use super::ctp::{Ctp, Effect, Expr, Scope, Transition, VariableId};
use super::environment::{Environment, Layout, perform};
use super::interval::Interval;
use super::mat::ControlState;
use super::tsg::Tsg;
use crate::exploration::{Bound, Control};
use crate::ir::Binary;

/// What range propagation found.
#[derive(Debug)]
pub struct Ranges {
    /// R: for each node, in the order of the graph's boundaries, what was seen there; nothing if it was not reached.
    pub at: Vec<Vec<Option<Environment>>>,
    pub layout: Layout,
    /// For each transition of each thread what was seen of it.
    pub transitions: Vec<Vec<Seen>>,
    /// Iterations that were made, and how many would be enough.
    pub iterations: usize,
    pub needed: usize,
    /// What kept it from going on until nothing could change any more.
    pub bound: Option<Bound>,
}

/// What was seen of a transition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Whether it was performed.
    pub performed: bool,
    /// Whether it may go wrong: a false assertion, a division by zero.
    pub fails: bool,
    /// AS: every value that it stores, in the order of its assignments.
    pub stored: Vec<(VariableId, Interval)>,
}

/// A path: where each thread that took part in it is, and what the one that moved last sees.
#[derive(Clone)]
struct Path {
    node: (usize, usize),
    env: Environment,
    /// For each thread its place and its variables, if it took part.
    known: Vec<Option<(usize, Environment)>>,
}

struct Propagation<'a> {
    ctp: &'a Ctp,
    graph: &'a Tsg,
    /// The nodes to which threads switch from each node.
    switches: Vec<Vec<Vec<(usize, usize)>>>,
    ranges: Ranges,
    changed: bool,
    control: &'a Control<'a>,
    updates: usize,
}

/// Propagates intervals; the performance of a transaction counts as a state does in the bounds.
///
/// There are `lookahead` transactions in an iteration: B in the paper, 1 in its experiments.
pub fn propagate_ranges(ctp: &Ctp, graph: &Tsg, lookahead: usize, control: &Control) -> Ranges {
    let lookahead = lookahead.max(1);
    let mut propagation = Propagation::new(ctp, graph, control);
    let mut now = propagation.start();
    for _ in 0..graph.transactions().div_ceil(lookahead) {
        let next = propagation.iterate(&now, lookahead);
        if control.hit().is_some() {
            break;
        }
        propagation.ranges.iterations += 1;
        if !propagation.changed && next.at == now.at {
            break;
        }
        now = next;
    }
    let mut ranges = propagation.ranges;
    ranges.needed = graph.transactions().div_ceil(lookahead);
    ranges.bound = control.hit();
    ranges
}

type Nodes = Vec<Vec<Option<Environment>>>;

/// The nodes that an iteration starts from, in the order in which the last one has come to them.
#[derive(Default)]
struct Frontier {
    order: Vec<(usize, usize)>,
    at: Nodes,
}

impl Frontier {
    fn add(&mut self, (t, k): (usize, usize), env: &Environment) {
        if self.at[t][k].is_none() {
            self.order.push((t, k));
        }
        join(&mut self.at[t][k], env);
    }
}

impl<'a> Propagation<'a> {
    fn new(ctp: &'a Ctp, graph: &'a Tsg, control: &'a Control<'a>) -> Self {
        let mut switches: Vec<Vec<Vec<_>>> = graph.boundaries.iter().map(|b| vec![vec![]; b.len()]).collect();
        for (from, to) in &graph.switches {
            if let (Some(f), Some(t)) = (node(graph, *from), node(graph, *to)) {
                switches[f.0][f.1].push(t);
            }
        }
        let ranges = Ranges {
            at: graph.boundaries.iter().map(|b| vec![None; b.len()]).collect(),
            layout: Layout::new(ctp),
            transitions: ctp.threads.iter().map(|s| vec![Seen::default(); s.transitions.len()]).collect(),
            iterations: 0,
            needed: 0,
            bound: None,
        };
        Propagation { ctp, graph, switches, ranges, changed: true, control, updates: 0 }
    }

    fn nowhere(&self) -> Frontier {
        Frontier { order: vec![], at: self.graph.boundaries.iter().map(|b| vec![None; b.len()]).collect() }
    }

    /// All threads at their first control states; those that another one forks are not on their way yet.
    fn start(&mut self) -> Frontier {
        let mut now = self.nowhere();
        for t in 0..self.graph.boundaries.len() {
            let initial = self.ranges.layout.initial(self.ctp, t);
            self.ranges.at[t][0] = Some(initial.clone());
            let mut transitions = self.ctp.threads.iter().flat_map(|s| &s.transitions);
            if !transitions.any(|x| x.effect == Effect::Fork(t)) {
                now.add((t, 0), &initial);
            }
        }
        now
    }

    fn iterate(&mut self, now: &Frontier, lookahead: usize) -> Frontier {
        self.changed = false;
        let mut next = self.nowhere();
        for &(t, k) in &now.order {
            let Some(env) = &now.at[t][k] else { continue };
            let mut known = vec![None; if lookahead > 1 { now.at.len() } else { 0 }];
            note(&mut known, (t, k), env);
            self.extend(Path { node: (t, k), env: env.clone(), known }, lookahead, &mut next);
        }
        next
    }

    /// Follows every continuation of a path that has this many transactions.
    fn extend(&mut self, path: Path, transactions: usize, next: &mut Frontier) {
        if self.out_of_patience() {
            return;
        }
        self.step(&path, transactions, next);
        for i in 0..self.switches[path.node.0][path.node.1].len() {
            let to = self.switches[path.node.0][path.node.1][i];
            let Some(locals) = self.locals(&path, to) else { continue };
            let env = path.env.seen_by(&locals, self.ranges.layout.shared());
            self.arrive(to, &env);
            let mut known = path.known.clone();
            note(&mut known, to, &env);
            self.step(&Path { node: to, env, known }, transactions, next);
        }
    }

    /// What the thread at a node knows by itself there: nothing if the path has it somewhere else, or if
    /// no path has reached the node yet.
    fn locals(&self, path: &Path, to: (usize, usize)) -> Option<Environment> {
        match path.known.get(to.0).and_then(|k| k.as_ref()) {
            Some((place, env)) => (*place == to.1).then(|| env.clone()),
            None => self.ranges.at[to.0][to.1].clone(),
        }
    }

    /// Performs the transaction that begins where a path has come to.
    fn step(&mut self, path: &Path, transactions: usize, next: &mut Frontier) {
        self.updates += 1;
        let (t, k) = path.node;
        let Some(&end) = self.graph.boundaries[t].get(k + 1) else { return };
        let begin = self.graph.boundaries[t][k];
        let mut env = path.env.clone();
        for at in begin..end.min(self.ctp.threads[t].transitions.len()) {
            if !self.perform(t, at, &mut env) {
                return;
            }
        }
        self.arrive((t, k + 1), &env);
        if transactions == 1 {
            next.add((t, k + 1), &env);
        } else {
            let mut known = path.known.clone();
            note(&mut known, (t, k + 1), &env);
            self.extend(Path { node: (t, k + 1), env, known }, transactions - 1, next);
        }
    }

    fn perform(&mut self, t: usize, at: usize, env: &mut Environment) -> bool {
        let outcome = perform(self.ctp, &self.ranges.layout, &self.ctp.threads[t].transitions[at], env);
        let seen = &mut self.ranges.transitions[t][at];
        self.changed |= (outcome.fails && !seen.fails) || (outcome.goes_on && !seen.performed);
        seen.fails |= outcome.fails;
        if outcome.goes_on && !seen.performed {
            seen.performed = true;
            seen.stored = outcome.stored;
        } else if outcome.goes_on {
            for (old, new) in seen.stored.iter_mut().zip(&outcome.stored) {
                let both = old.1.join(new.1);
                self.changed |= both != old.1;
                old.1 = both;
            }
        }
        outcome.goes_on
    }

    fn arrive(&mut self, (t, k): (usize, usize), env: &Environment) {
        self.changed |= join(&mut self.ranges.at[t][k], env);
    }

    fn out_of_patience(&mut self) -> bool {
        self.control.tick(self.updates);
        if let Some(bound) = self.control.full(self.updates) {
            self.control.record(bound);
        }
        self.control.hit().is_some()
    }
}

fn note(known: &mut [Option<(usize, Environment)>], (t, k): (usize, usize), env: &Environment) {
    if let Some(of_thread) = known.get_mut(t) {
        *of_thread = Some((k, env.clone()));
    }
}

fn node(graph: &Tsg, state: ControlState) -> Option<(usize, usize)> {
    graph.boundaries[state.thread].binary_search(&state.at).ok().map(|k| (state.thread, k))
}

fn join(place: &mut Option<Environment>, env: &Environment) -> bool {
    match place {
        Some(old) => old.join(env),
        None => {
            *place = Some(env.clone());
            true
        }
    }
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

    /// The control states that no schedule reaches: (thread, state), if the graph is adequate.
    pub fn unreachable(&self) -> Vec<ControlState> {
        let of_thread = |(thread, seen): (usize, &Vec<Seen>)| {
            let reached = seen.iter().take_while(|s| s.performed).count();
            (reached + 1..=seen.len()).map(move |at| ControlState { thread, at }).collect::<Vec<_>>()
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
    match e {
        Expr::Const(_) | Expr::Var(_) | Expr::Any => false,
        Expr::Unary(_, a) => divides(a),
        Expr::Binary(op, a, b) => {
            let by_zero = !matches!(**b, Expr::Const(c) if c != 0);
            matches!(op, Binary::Div | Binary::Rem) && by_zero || divides(a) || divides(b)
        }
        Expr::Conditional(a, b, c) => divides(a) || divides(b) || divides(c),
    }
}
