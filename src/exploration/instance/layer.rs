//! What one of several workers does of an exploration: it expands the states of a layer, and takes note of how each
//! state was found that is new to it. States that belong to others it does not store.

use super::{Instance, unphased};
use crate::control::Bound;
use crate::exploration::row::{Field, Half, Halves, Row};
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

/// So many states are looked for at once.
const AT_ONCE: usize = 256;

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

/// A state, how it was found, and whether some thread has gone wrong there.
pub type Met = (Halves, Step, bool);

/// The workers that explore beside this one.
pub trait Others {
    /// Takes the states that belong to one of them; that one is to hear of them.
    fn take(&self, instance: &Instance<'_>, met: &mut Vec<Met>);
}

/// The states of a layer that are expanded, and how those were found that are new.
pub(super) struct Layer {
    states: Rc<[State]>,
    /// The last step that was taken, and at which place of `states` it began.
    latest: Cell<(Rule, usize, Tid, u32)>,
    found: RefCell<Vec<Step>>,
    /// States that are soon looked for.
    met: RefCell<Vec<Met>>,
    others: Rc<dyn Others>,
}

impl Layer {
    fn new(states: Rc<[State]>, others: Rc<dyn Others>) -> Self {
        let (found, met) = Default::default();
        Layer { states, latest: Cell::new((Rule::Step, 0, Tid(0), 0)), found, met, others }
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

    /// The step that is taken now; nothing if an action has more outcomes than are told apart.
    fn step(&self, rule: Rule, s: State, t: Tid) -> Option<Step> {
        let latest = self.next(rule, s, t);
        let (_, at, _, outcome) = latest;
        self.latest.set(latest);
        (outcome < OUTCOMES).then(|| Step::new(rule, at as u32, t, outcome))
    }
}

impl<'a> Instance<'a> {
    /// Runs the rules on these states. How each was found of the states that were new, in the order of their numbers:
    /// the steps begin at places of `states`.
    pub fn expand(&self, states: Rc<[State]>, others: Rc<dyn Others>, run: fn(&dyn Program)) -> Vec<Step> {
        if states.is_empty() {
            return vec![];
        }
        self.layer.replace(Some(Layer::new(states, others)));
        run(self);
        let layer = self.layer.take();
        layer.iter().for_each(|layer| self.look_for_met(layer));
        layer.map_or(vec![], |layer| layer.found.into_inner())
    }

    /// The states that are expanded, if some are.
    pub(super) fn expanding(&self) -> Option<Rc<[State]>> {
        self.layer.borrow().as_ref().map(|layer| layer.states.clone())
    }

    /// Where a step of `t` to `n` leads, as rules see it: they come to no state while a layer is expanded that is not
    /// of it.
    pub(super) fn after_rule(&self, rule: Rule, s: State, t: Tid, n: Node, stack: Option<Stack>) -> State {
        match &*self.layer.borrow() {
            None => self.moved(s, t, n, stack).0,
            Some(layer) => {
                self.meet(layer, (rule, s, t), n, stack);
                s
            }
        }
    }

    fn meet(&self, layer: &Layer, (rule, s, t): (Rule, State, Tid), n: Node, stack: Option<Stack>) {
        if !self.goes_on() {
            return;
        }
        let (g, l) = self.nodes.stores(n);
        let next = self.states.halves_after(s, t, (g, l.0, stack));
        let Some(step) = layer.step(rule, s, t) else { return self.control.record(Bound::States) };
        let is_wrong = self.semantics.is_wrong(unphased(l).0);
        layer.met.borrow_mut().push((next, step, is_wrong));
        if layer.met.borrow().len() >= AT_ONCE {
            self.look_for_met(layer);
        }
    }

    fn look_for_met(&self, layer: &Layer) {
        let mut met = layer.met.borrow_mut();
        layer.others.take(self, &mut met);
        let states: Vec<Halves> = met.iter().map(|(state, ..)| *state).collect();
        self.states.foresee(&states);
        met.drain(..).for_each(|(state, step, is_wrong)| self.found_here(layer, state, step, is_wrong));
    }

    fn found_here(&self, layer: &Layer, state: Halves, step: Step, is_wrong: bool) {
        let (s, new) = self.states.add_halves((State(0), step.thread()), state);
        if new {
            layer.found.borrow_mut().push(step);
            self.states.met(s, self.control);
        }
        // All look together at the end of the layer; only where that is far this one does by itself.
        if self.state_count() > self.control.limits.max_states.saturating_mul(2) {
            self.control.record(Bound::States);
        }
        if is_wrong {
            self.states.goes_wrong(s, self.control);
        }
    }

    /// A look at a state as it is stored, phases in its local stores.
    pub fn row<A>(&self, s: State, look: impl FnOnce(Row<'_>) -> A) -> A {
        self.states.look(s, look)
    }

    /// Stores states that somebody else has found, each by a step of a thread: their numbers, and whether they are
    /// new.
    pub fn found_elsewhere(&self, found: &[(Halves, Tid)]) -> impl Iterator<Item = (State, bool)> {
        found.chunks(AT_ONCE).flat_map(|found| {
            let states: Vec<Halves> = found.iter().map(|(state, _)| *state).collect();
            self.states.foresee(&states);
            found.iter().map(|(state, t)| self.states.add_halves((State(0), *t), *state))
        })
    }

    /// The halves of a state as it is stored.
    pub fn halves(&self, s: State) -> Halves {
        self.states.halves(s)
    }

    /// The words of a half, each with what it is the number of.
    pub fn look_half(&self, half: Half, number: u32, look: impl FnMut((Field, u32))) {
        self.states.look_half(half, number, look);
    }

    /// The half whose words are these, by what they are numbers of; as many as belong to it are taken.
    pub fn add_half(&self, half: Half, word: impl FnMut(Field) -> u32) -> u32 {
        let words: Vec<u32> = self.states.fields(half).map(word).collect();
        self.states.add_half(half, &words)
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
