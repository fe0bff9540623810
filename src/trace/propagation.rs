//! The paths of range propagation. All that two of them would do alike is done once: what they bring to
//! a node, and what a transaction makes of it.

use super::ctp::{Ctp, Effect};
use super::domain::Domain;
use super::environment::{Environment, Layout, Outcome, View, join};
use super::interval::Interval;
use super::mat::ControlState;
use super::seen::Seen;
use super::transfer::{Scratch, Transaction};
use super::tsg::Tsg;
use crate::control::Control;
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A path: where it has come to, what the thread there sees, and for each thread its place and what it
/// knows by itself, if it took part.
#[derive(Clone)]
struct Path {
    node: usize,
    view: View,
    known: Vec<Option<(usize, Rc<[Interval]>)>>,
}

/// Nodes have numbers here, thread by thread: a transaction leads from one to the next.
pub struct Propagation<'a> {
    ctp: &'a Ctp,
    pub(super) layout: Layout,
    /// The thread of each node.
    threads: Vec<usize>,
    /// The transactions that begin at the nodes.
    transactions: Vec<Option<Transaction>>,
    /// The nodes to which threads switch from each node.
    switches: Vec<FixedBitSet>,
    /// R, but for what the transactions that end an iteration have brought there in this one.
    pub(super) at: Vec<Option<Environment>>,
    /// The thread's own variables in R.
    locals: Vec<Option<Rc<[Interval]>>>,
    reached: FixedBitSet,
    pub(super) seen: Vec<Vec<Seen>>,
    /// Whether the last iteration has found anything new.
    pub changed: bool,
    control: &'a Control<'a>,
    updates: usize,
    next: Next,
    /// What each iteration has found, if it is to be kept.
    pub(super) steps: Option<Vec<Iteration>>,
    scratch: Scratch,
}

/// r: what one iteration has brought to nodes, by their numbers; not what was there before.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Iteration {
    pub met: BTreeMap<usize, Environment>,
    /// D: the nodes that the next iteration starts from.
    pub ends: BTreeSet<usize>,
}

/// The nodes that an iteration starts from, in the order in which the last one has come to them.
pub struct Frontier {
    order: Vec<usize>,
    pub at: Vec<Option<Environment>>,
}

/// What an iteration has come to so far.
#[derive(Default)]
struct Next {
    order: Vec<usize>,
    /// By the node where the last transaction begins.
    sums: Vec<Option<Sum>>,
    /// The shared variables that were seen where an iteration starts, and the nodes to which
    /// they were brought: nothing new comes of doing it again until more is known about the node.
    worlds: IndexMap<Rc<[Interval]>, FixedBitSet, FxBuildHasher>,
}

/// All that went into a transaction and through it, and what it left in the slots that it touches.
struct Sum {
    before: Environment,
    touched: Vec<Interval>,
}

impl<'a> Propagation<'a> {
    pub fn new(ctp: &'a Ctp, graph: &Tsg, control: &'a Control<'a>) -> Self {
        let nodes = graph.nodes();
        let layout = Layout::new(ctp);
        let threads = (0..graph.boundaries.len()).flat_map(|t| vec![t; graph.boundaries[t].len()]).collect();
        let of_thread = |(t, b): (usize, &Vec<usize>)| {
            let from = |k: usize| Some(Transaction::new(ctp, &layout, t, b[k], *b.get(k + 1)?));
            (0..b.len()).map(from).collect::<Vec<_>>()
        };
        let mut switches = vec![FixedBitSet::with_capacity(nodes); nodes];
        for (from, to) in &graph.switches {
            if let (Some(f), Some(t)) = (number(graph, *from), number(graph, *to)) {
                switches[f].insert(t);
            }
        }
        Propagation {
            ctp,
            threads,
            transactions: graph.boundaries.iter().enumerate().flat_map(of_thread).collect(),
            switches,
            at: vec![None; nodes],
            locals: vec![None; nodes],
            reached: FixedBitSet::with_capacity(nodes),
            seen: ctp.threads.iter().map(|s| vec![Seen::default(); s.transitions.len()]).collect(),
            changed: true,
            control,
            updates: 0,
            next: Next::default(),
            steps: None,
            scratch: Scratch::new(ctp),
            layout,
        }
    }

    /// Every iteration is kept.
    pub fn step_by_step(self) -> Self {
        Propagation { steps: Some(vec![]), ..self }
    }

    /// All threads at their first control states; those that another one forks are not on their way yet.
    pub fn start(&mut self, graph: &Tsg) -> Frontier {
        let mut now = Frontier { order: vec![], at: vec![None; self.at.len()] };
        let mut first = 0;
        self.begin();
        for (t, boundaries) in graph.boundaries.iter().enumerate() {
            let initial = self.layout.initial(self.ctp, t);
            let view = self.layout.view(&initial);
            self.arrive(first, &view);
            self.meet(first, &view);
            let mut transitions = self.ctp.threads.iter().flat_map(|s| &s.transitions);
            if !transitions.any(|x| x.effect == Effect::Fork(t)) {
                now.order.push(first);
                now.at[first] = Some(initial);
            }
            first += boundaries.len();
        }
        self.end(&now.order);
        now
    }

    /// Follows all paths of this many transactions.
    pub fn iterate(&mut self, now: &Frontier, lookahead: usize) -> Frontier {
        self.follow(now, |propagation, node, view| match lookahead {
            1 => propagation.spread(node, &view),
            _ => propagation.set_out(node, view, lookahead),
        })
    }

    fn follow(&mut self, now: &Frontier, from: impl Fn(&mut Self, usize, View)) -> Frontier {
        self.changed = false;
        self.begin();
        self.next = Next { sums: self.at.iter().map(|_| None).collect(), ..Next::default() };
        for &node in &now.order {
            if let Some(env) = &now.at[node] {
                from(self, node, self.layout.view(env));
            }
        }
        self.finish()
    }

    fn set_out(&mut self, node: usize, view: View, transactions: usize) {
        let mut known = vec![None; self.seen.len()];
        known[self.threads[node]] = Some((node, view.locals.clone()));
        self.extend(Path { node, view, known }, transactions);
    }

    /// Follows every continuation of a path that has one transaction.
    fn spread(&mut self, node: usize, view: &View) {
        if self.out_of_patience() {
            return;
        }
        self.advance(node, view);
        let world = self.next.world(&view.shared, self.at.len());
        let mut from = 0;
        while let Some(to) = first_missing(&self.switches[node], &self.next.worlds[world], from) {
            from = to + 1;
            let Some(locals) = self.locals[to].clone() else { continue };
            let view = View { shared: view.shared.clone(), locals };
            self.meet(to, &view);
            self.advance(to, &view);
            self.next.worlds[world].insert(to);
        }
        self.updates += 1 + self.switches[node].intersection_count(&self.reached);
    }

    /// Follows every continuation of a path that has this many transactions.
    fn extend(&mut self, path: Path, transactions: usize) {
        if self.out_of_patience() {
            return;
        }
        self.step(&path, transactions);
        for to in self.switches[path.node].ones().collect::<Vec<_>>() {
            let Some(locals) = self.locals(&path, to) else { continue };
            let mut known = path.known.clone();
            known[self.threads[to]] = Some((to, locals.clone()));
            let view = View { shared: path.view.shared.clone(), locals };
            self.meet(to, &view);
            self.step(&Path { node: to, view, known }, transactions);
        }
    }

    /// What the thread at a node knows by itself there: nothing if the path has it somewhere else, or if
    /// no path has reached the node yet.
    fn locals(&self, path: &Path, to: usize) -> Option<Rc<[Interval]>> {
        match &path.known[self.threads[to]] {
            Some((place, locals)) => (*place == to).then(|| locals.clone()),
            None => self.locals[to].clone(),
        }
    }

    /// Performs the transaction that begins where a path has come to.
    fn step(&mut self, path: &Path, transactions: usize) {
        self.updates += 1;
        let node = path.node;
        if transactions == 1 {
            self.advance(node, &path.view);
            return;
        }
        self.arrive(node, &path.view);
        let Some(touched) = self.perform(node, &path.view) else { return };
        let Some(transaction) = &self.transactions[node] else { return };
        let view = self.layout.view(&transaction.after(path.view.environment(), &touched));
        self.arrive(node + 1, &view);
        self.meet(node + 1, &view);
        let mut known = path.known.clone();
        known[self.threads[node]] = Some((node + 1, view.locals.clone()));
        self.extend(Path { node: node + 1, view, known }, transactions - 1);
    }

    /// Performs the transaction that ends a path of this iteration.
    fn advance(&mut self, node: usize, view: &View) {
        let Some(touched) = self.perform(node, view) else {
            self.arrive(node, view);
            return;
        };
        match &mut self.next.sums[node] {
            Some(sum) => sum.add(view, &touched),
            none => {
                *none = Some(Sum { before: view.environment(), touched: touched.to_vec() });
                self.next.order.push(node + 1);
            }
        }
        let Some(transaction) = &self.transactions[node] else { return };
        let locals = transaction.locals_after(&view.locals, &touched);
        if let Some(more) = learned(self.locals[node + 1].as_deref(), locals) {
            self.learn(node + 1, more);
        }
    }

    /// What the transaction that begins at a node leaves in the slots that it touches, if there is one and it gets
    /// to its end.
    fn perform(&mut self, node: usize, view: &View) -> Option<Rc<[Interval]>> {
        let transaction = self.transactions[node].as_mut()?;
        let seen = &mut self.seen[self.threads[node]];
        let mut note = |at: usize, outcome: &Outcome| self.changed |= seen[at].note(outcome);
        transaction.perform(self.ctp, &self.layout, view, &mut self.scratch, &mut note)
    }

    fn arrive(&mut self, node: usize, view: &View) {
        let place = &mut self.at[node];
        self.changed |= match place {
            Some(old) => old.join(view),
            None => {
                *place = Some(view.environment());
                true
            }
        };
        if let Some(more) = learned(self.locals[node].as_deref(), view.locals.iter().copied()) {
            self.learn(node, more);
        }
    }

    fn begin(&mut self) {
        if let Some(steps) = &mut self.steps {
            steps.push(Iteration::default());
        }
    }

    /// A path of this iteration has come to a node.
    fn meet(&mut self, node: usize, view: &View) {
        let Some(step) = self.steps.as_mut().and_then(|steps| steps.last_mut()) else { return };
        match step.met.entry(node) {
            Entry::Occupied(mut met) => _ = met.get_mut().join(view),
            Entry::Vacant(none)
                if self.control.affords(size_of_val(&view.shared[..]) + size_of_val(&view.locals[..])) =>
            {
                none.insert(view.environment());
            }
            Entry::Vacant(_) => {}
        }
    }

    /// The nodes that the next iteration starts from.
    fn end(&mut self, order: &[usize]) {
        if let Some(step) = self.steps.as_mut().and_then(|steps| steps.last_mut()) {
            step.ends = order.iter().copied().collect();
        }
    }

    fn learn(&mut self, node: usize, locals: Rc<[Interval]>) {
        self.locals[node] = Some(locals);
        self.reached.insert(node);
        self.next.worlds.values_mut().for_each(|done| done.set(node, false));
    }

    /// The sums of an iteration become part of R, and what the next one starts from.
    fn finish(&mut self) -> Frontier {
        let mut next = std::mem::take(&mut self.next);
        let mut at = vec![None; self.at.len()];
        for &end in &next.order {
            let (Some(sum), Some(transaction)) = (next.sums[end - 1].take(), &self.transactions[end - 1]) else {
                continue;
            };
            self.changed |= widen(&mut self.at[end - 1], &sum.before);
            let after = transaction.after(sum.before, &sum.touched);
            self.changed |= widen(&mut self.at[end], &after);
            if self.steps.is_some() {
                self.meet(end, &self.layout.view(&after));
            }
            at[end] = Some(after);
        }
        self.end(&next.order);
        Frontier { order: next.order, at }
    }

    fn out_of_patience(&mut self) -> bool {
        self.control.tick(self.updates);
        if let Some(bound) = self.control.full(self.updates) {
            self.control.record(bound);
        }
        self.control.hit().is_some()
    }
}

impl Next {
    fn world(&mut self, shared: &Rc<[Interval]>, nodes: usize) -> usize {
        let entry = self.worlds.entry(shared.clone());
        let world = entry.index();
        entry.or_insert_with(|| FixedBitSet::with_capacity(nodes));
        world
    }
}

impl Sum {
    fn add(&mut self, view: &View, touched: &[Interval]) {
        self.before.join(view);
        join(&mut self.touched, touched);
    }
}

fn number(graph: &Tsg, state: ControlState) -> Option<usize> {
    let before: usize = graph.boundaries[..state.thread].iter().map(Vec::len).sum();
    Some(before + graph.boundaries[state.thread].binary_search(&state.at).ok()?)
}

/// The first number from this one on that is in one set and not in the other; both have the same capacity.
fn first_missing(all: &FixedBitSet, done: &FixedBitSet, from: usize) -> Option<usize> {
    let bits = usize::BITS as usize;
    let blocks = all.as_slice().iter().zip(done.as_slice()).enumerate().skip(from / bits);
    let mut mask = usize::MAX << (from % bits);
    for (k, (all, done)) in blocks {
        let rest = all & !done & mask;
        if rest != 0 {
            return Some(k * bits + rest.trailing_zeros() as usize);
        }
        mask = usize::MAX;
    }
    None
}

/// What is known with some more intervals, if they are not in it already.
fn learned(known: Option<&[Interval]>, more: impl Iterator<Item = Interval> + Clone) -> Option<Rc<[Interval]>> {
    let Some(known) = known else { return Some(more.collect()) };
    let new = known.iter().zip(more.clone()).any(|(k, m)| m.lo < k.lo || k.hi < m.hi);
    new.then(|| known.iter().zip(more).map(|(k, m)| k.join(m)).collect())
}

fn widen(place: &mut Option<Environment>, env: &Environment) -> bool {
    match place {
        Some(old) => join(&mut old.0, &env.0),
        None => {
            *place = Some(env.clone());
            true
        }
    }
}

#[cfg(test)]
mod tests;
