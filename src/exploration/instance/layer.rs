//! What one of several workers does of an exploration by rules, and what all have found, put together.

use super::{Instance, Stored};
use crate::exploration::layer::{Others, Rule, Step};
use moverlog_rules::{Global, Local, Node, Program, Stack, State, Tid};
use std::rc::Rc;

impl<'a> Instance<'a> {
    /// Its states, and what they consist of.
    pub fn stored(&self) -> Stored<'_, 'a> {
        Stored { semantics: self.semantics, store: &self.states, control: self.control }
    }

    /// Runs the rules on these states. How each was found of the states that were new, in the order of their numbers:
    /// the steps begin at places of `states`.
    pub fn expand(&self, states: Rc<[State]>, others: Rc<dyn Others>, run: fn(&dyn Program)) -> Vec<Step> {
        self.layer.expand(self.stored(), states, others, || run(self))
    }

    /// Where a step of `t` to `n` leads, as rules see it: they come to no state while a layer is expanded that is not
    /// of it.
    pub(super) fn after_rule(&self, rule: Rule, s: State, t: Tid, n: Node, stack: Option<Stack>) -> State {
        if let Some(others) = self.layer.others() {
            let (g, l) = self.nodes.stores(n);
            let after = || self.stored().after(s, t, (g, l.0, stack), &*others);
            return self.goes_on().then(after).flatten().unwrap_or(s);
        }
        if !self.layer.is_on() {
            return self.moved(s, t, n, stack).0;
        }
        if self.goes_on() {
            let (g, l) = self.nodes.stores(n);
            self.layer.meet(self.stored(), (rule, s, t), (g, l.0, stack));
        }
        s
    }

    /// Runs rules that begin with this state; those that they lead to are stored if they belong to this worker, for
    /// rules that derive all of its states in one run.
    pub fn share<A>(&self, first: State, others: Rc<dyn Others>, run: impl FnOnce() -> A) -> A {
        self.layer.share(first, others, run)
    }

    /// An instance that has the states on a way alone, and the last of them.
    pub fn along(&self, way: &[Step]) -> Instance<'a> {
        let along = Instance::new(self.semantics, self.movers, self.partition.clone(), self.control);
        let start = along.initial();
        along.told(|| way.iter().try_fold(start, |s, step| along.took(s, *step)));
        along
    }

    fn took(&self, s: State, step: Step) -> Option<State> {
        let (t, number) = (step.thread(), step.outcome() as usize);
        let n = self.node(t, s);
        let to = |n2, stack: Option<Stack>| self.moved(s, t, n2, stack).0;
        match step.rule() {
            Rule::Step => Some(to(self.u(t, n).nth(number)?, None)),
            Rule::Push => self.u_plus(t, n).nth(number).and_then(|(n2, f)| Some(to(n2, Some(self.pushed(t, s, f)?)))),
            Rule::Pop => {
                let n2 = self.top(t, s).and_then(|f| self.u_minus(t, n, f).nth(number))?;
                Some(to(n2, self.popped(t, s)))
            }
        }
    }

    /// What a node consists of, phases in local stores.
    pub fn stores_of(&self, n: Node) -> (Global, Local) {
        self.nodes.stores(n)
    }

    /// Nodes by their stores, phases in local ones, in the order of their numbers.
    pub fn all_nodes(&self) -> impl Iterator<Item = (Global, Local)> {
        (0..self.node_count() as u32).map(|n| self.nodes.stores(Node(n)))
    }

    /// What was asked of nodes: of which thread, and whether it was to move there.
    pub fn asked(&self) -> Vec<(Node, Tid, bool)> {
        self.nodes.facts.borrow().iter().map(|(n, t, f)| (n, t, f.scheduled)).collect()
    }

    /// As if that had been met here.
    pub fn ask(&self, n: Node, t: Tid, scheduled: bool) {
        if scheduled { self.schedule(t, n, |_| ()) } else { self.with_facts(t, n, |_| ()) }
    }

    /// The node with these stores, however many there are.
    pub fn node_elsewhere(&self, g: Global, l: Local) -> Node {
        self.nodes.at(g, l).0
    }
}
