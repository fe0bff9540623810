//! What one of several workers does of an exploration: it expands the states of a layer, and takes note of how each
//! state was found that is new to it.

use super::{Instance, unphased};
use crate::control::{Bound, Control};
use crate::exploration::store::{Row, Share};
use moverlog_rules::{Global, Local, Node, Program, Stack, State, Tid};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How a state was found: by which rule, from which state of the layer before, by whose step, which of these. Rules
/// are applied one after the other, to all states in their order, so the first of several steps to a state in their
/// order is the one by which one worker alone finds it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step(u64);

/// (STEP), (PUSH) and (POP), in the order of their file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    Step,
    Push,
    Pop,
}

/// So many outcomes of one thread's action at one state are told apart.
const OUTCOMES: u32 = 1 << 24;

impl Step {
    /// Of the initial state.
    pub const NONE: Step = Step(0);
    /// Behind all others.
    pub const LAST: Step = Step(u64::MAX);

    fn new(rule: Rule, before: u32, t: Tid, outcome: u32) -> Step {
        debug_assert!(t.0 <= 64 && outcome < OUTCOMES);
        Step((rule as u64) << 62 | u64::from(before) << 30 | u64::from(t.0 - 1) << 24 | u64::from(outcome))
    }

    pub fn of(word: u64) -> Step {
        Step(word)
    }

    pub fn word(self) -> u64 {
        self.0
    }

    fn rule(self) -> Rule {
        match self.0 >> 62 {
            0 => Rule::Step,
            1 => Rule::Push,
            _ => Rule::Pop,
        }
    }

    /// The place of the state before in its layer.
    pub fn before(self) -> u32 {
        (self.0 >> 30) as u32
    }

    /// Where that is in another order.
    pub fn renumbered(self, before: u32) -> Step {
        Step(self.0 & !(u64::from(u32::MAX) << 30) | u64::from(before) << 30)
    }

    pub fn thread(self) -> Tid {
        Tid((self.0 >> 24 & 63) as u32 + 1)
    }

    fn outcome(self) -> u32 {
        self.0 as u32 & (OUTCOMES - 1)
    }
}

/// The states of a layer that are expanded, and how those were found that are new.
pub(super) struct Layer {
    states: Rc<[State]>,
    /// The last step that was taken, and at which place of `states` it began.
    latest: Cell<(Rule, usize, Tid, u32)>,
    /// The number of the first state that is new.
    first: usize,
    found: RefCell<Vec<Step>>,
}

impl Layer {
    fn new(states: Rc<[State]>, first: usize) -> Self {
        Layer { states, latest: Cell::new((Rule::Step, 0, Tid(0), 0)), first, found: RefCell::default() }
    }

    /// States come in their order, once for each rule.
    fn next(&self, rule: Rule, s: State, t: Tid) -> (Rule, usize, Tid, u32) {
        let (latest, mut at, u, outcome) = self.latest.get();
        if latest != rule {
            at = 0;
        }
        if latest == rule && self.states[at] == s && u == t {
            return (rule, at, t, outcome + 1);
        }
        while self.states[at] != s {
            at += 1;
        }
        (rule, at, t, 0)
    }

    fn note(&self, (rule, s, t): (Rule, State, Tid), next: State, control: &Control<'_>) {
        let latest = self.next(rule, s, t);
        let (_, at, _, outcome) = latest;
        if outcome >= OUTCOMES {
            return control.record(Bound::States);
        }
        self.latest.set(latest);
        let found = &mut *self.found.borrow_mut();
        if next.0 as usize == self.first + found.len() {
            found.push(Step::new(rule, at as u32, t, outcome));
        }
    }
}

impl<'a> Instance<'a> {
    /// Runs the rules on these states. How each was found of the states that were new, in the order of their numbers:
    /// the steps begin at places of `states`.
    pub fn expand(&self, states: Rc<[State]>, run: fn(&dyn Program)) -> Vec<Step> {
        if states.is_empty() {
            return vec![];
        }
        self.layer.replace(Some(Layer::new(states, self.state_count())));
        run(self);
        self.layer.take().map_or(vec![], |layer| layer.found.into_inner())
    }

    /// The states that are expanded, if some are.
    pub(super) fn expanding(&self) -> Option<Rc<[State]>> {
        self.layer.borrow().as_ref().map(|layer| layer.states.clone())
    }

    /// Where a step leads, as rules see it: they come to no state while a layer is expanded that is not of it.
    pub(super) fn after_rule(&self, rule: Rule, s: State, t: Tid, next: State) -> State {
        match &*self.layer.borrow() {
            None => next,
            Some(layer) => {
                layer.note((rule, s, t), next, self.control);
                s
            }
        }
    }

    /// A look at a state as it is stored, phases in its local stores.
    pub fn row<A>(&self, s: State, look: impl FnOnce(Row<'_>) -> A) -> A {
        self.states.look(s, look)
    }

    /// Stores a state that somebody else has found, by a step of a thread; and whether it is new.
    pub fn found_elsewhere(&self, t: Tid, g: Global, shares: &[Share]) -> (State, bool) {
        self.states.add(Some((State(0), t)), g, shares)
    }

    /// Whether some thread has gone wrong in `s`.
    pub fn is_wrong_in(&self, s: State) -> bool {
        self.row(s, |row| row.locals().any(|l| self.semantics.is_wrong(unphased(Local(l)).0)))
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

    /// The first bound that was hit.
    pub fn hit(&self) -> Option<Bound> {
        self.control.hit()
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
