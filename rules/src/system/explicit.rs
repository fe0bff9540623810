//! A [`System`] as the atoms that rules know: everything interned, threads with phases and classes.

mod program;

use super::bounds::{Bounds, Budget, Ended};
use super::interner::Interner;
use super::locks::Protection;
use super::{Effect, Mover, Step, System};
use crate::{Frame, Mutex, Node, Program, Stack, State, Tid, Variable};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A system as a [`Program`]: rulesets run on it. States are numbered as they are found, from 0.
pub struct Explicit<S: System> {
    /// What it answers for.
    pub system: S,
    pub(super) budget: Budget,
    /// Whether steps are instrumented with phases; without, all are in the post-commit phase.
    phases: bool,
    /// Whether a thread has a phase only inside a transaction, as where procedures are summarized.
    inside: bool,
    /// LFS: local stores that end a transaction in its post-commit phase.
    resting: BTreeSet<u32>,
    protection: Option<Protection>,
    /// So many states are those of a run before.
    pub(super) kept: usize,
    initial: Row,
    globals: RefCell<Interner<S::Global>>,
    locals: RefCell<Interner<S::Local>>,
    nodes: RefCell<Interner<(u32, Phased)>>,
    frames: RefCell<Interner<S::Local>>,
    /// The stack below, the frame on top, the depth.
    stacks: RefCell<Interner<Option<(Stack, Frame, u32)>>>,
    states: RefCell<Interner<Row>>,
    /// How each state was first reached; nothing for the initial one.
    parents: RefCell<Vec<Option<(State, Tid)>>>,
    steps: RefCell<HashMap<Place, Numbered>>,
    facts: RefCell<HashMap<(Tid, Node), Rc<Facts>>>,
    first_wrong: Cell<Option<State>>,
    transitions: Cell<u64>,
    cut: RefCell<BTreeSet<(Tid, Frame)>>,
    unanswered: Cell<Option<&'static str>>,
}

/// What a run assumes.
pub(super) struct Assumed<L> {
    pub(super) phases: bool,
    pub(super) inside: bool,
    pub(super) resting: Vec<L>,
    /// Of rules that infer it.
    pub(super) protection: Option<Protection>,
}

/// A thread at a global and a local store, without phase.
pub(super) type Place = (Tid, u32, u32);

/// Steps of a thread, by the numbers of stores and frames.
pub(super) type Numbered = Rc<[Step<u32, u32>]>;

/// A local store of Local#: the number of a local store, and the phase.
type Phased = (u32, bool);

/// The global store; the local store and the stack of each thread.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Row {
    global: u32,
    threads: Vec<(Phased, Stack)>,
}

/// Where a thread is with respect to its transactions: R(t), L(t), N(t).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Right,
    Left,
    Outside,
}

/// What a thread can do at a node.
struct Facts {
    class: Class,
    u: Rc<[Node]>,
    u_plus: Rc<[(Node, Frame)]>,
    /// The global store and the phase after each return.
    back: Vec<(u32, bool)>,
    unheld: Option<Rc<[(Variable, Mutex)]>>,
}

/// However small the bound on states: so many nodes may lie between them.
pub(super) const FEWEST_NODES: usize = 10_000;

const EMPTY: Stack = Stack(0);

fn index(t: Tid) -> usize {
    t.0 as usize - 1
}

/// C2: some step is enabled, and all that are move left.
pub(super) fn all_left(steps: &[Step<u32, u32>]) -> bool {
    !steps.is_empty() && steps.iter().all(|s| s.mover.is_left())
}

impl<S: System> Explicit<S> {
    /// `phases`: for rulesets that reduce ([`Ruleset::reduces`](crate::Ruleset::reduces)).
    pub fn new(system: S, bounds: Bounds, phases: bool) -> Self {
        let assumed = Assumed { phases, inside: false, resting: vec![], protection: None };
        Self::under(system, Budget::new(bounds), &assumed)
    }

    pub(super) fn under(system: S, budget: Budget, assumed: &Assumed<S::Local>) -> Self {
        let (mut globals, mut locals, mut stacks) = (Interner::default(), Interner::default(), Interner::default());
        stacks.intern(None);
        let (global, start) = system.start();
        let threads = start.into_iter().map(|l| ((locals.intern(l), assumed.phases), EMPTY)).collect();
        Explicit {
            initial: Row { global: globals.intern(global), threads },
            resting: assumed.resting.iter().map(|l| locals.intern(l.clone())).collect(),
            protection: assumed.protection.clone(),
            kept: 0,
            system,
            budget,
            phases: assumed.phases,
            inside: assumed.inside,
            globals: RefCell::new(globals),
            locals: RefCell::new(locals),
            nodes: RefCell::default(),
            frames: RefCell::default(),
            stacks: RefCell::new(stacks),
            states: RefCell::default(),
            parents: RefCell::default(),
            steps: RefCell::default(),
            facts: RefCell::default(),
            first_wrong: Cell::new(None),
            transitions: Cell::new(0),
            cut: RefCell::default(),
            unanswered: Cell::new(None),
        }
    }

    /// A further run, with the states of this one if they are kept.
    pub(super) fn again(self, budget: Budget, assumed: &Assumed<S::Local>) -> Self {
        if !assumed.protection.as_ref().is_some_and(Protection::keeps_states) {
            return Explicit::under(self.system, budget, assumed);
        }
        let kept = self.states.borrow().len();
        let resting = assumed.resting.iter().map(|l| self.locals.borrow_mut().intern(l.clone())).collect();
        Explicit {
            budget,
            resting,
            protection: assumed.protection.clone(),
            kept,
            nodes: RefCell::default(),
            steps: RefCell::default(),
            facts: RefCell::default(),
            transitions: Cell::new(0),
            cut: RefCell::default(),
            ..self
        }
    }

    /// Every state that was reached, in the order of discovery.
    pub fn states(&self) -> impl Iterator<Item = State> + use<S> {
        (0..self.states.borrow().len() as u32).map(State)
    }

    /// Every frame that a call was seen to push, inside transactions too.
    pub fn all_frames(&self) -> impl Iterator<Item = Frame> + use<S> {
        (0..self.frames.borrow().len() as u32).map(Frame)
    }

    /// The number of nodes, also of those inside transactions.
    pub fn node_count(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// The number of steps taken between states.
    pub fn transition_count(&self) -> u64 {
        self.transitions.get()
    }

    /// The first state in which a thread has gone wrong.
    pub fn first_wrong(&self) -> Option<State> {
        self.first_wrong.get()
    }

    /// Whether a bound has ended the run: that on states, the time, or whoever cancelled it.
    pub fn is_full(&self) -> bool {
        self.budget.ended().is_some()
    }

    /// What rules have asked in vain: the system does not tell what is accessed under which locks, or nobody
    /// is inside a transaction where steps carry no phases.
    pub fn unanswered(&self) -> Option<&'static str> {
        self.unanswered.get()
    }

    /// The frames that the bound on stacks kept from being pushed.
    pub fn cut(&self) -> Vec<(Tid, Frame)> {
        self.cut.borrow().iter().copied().collect()
    }

    /// The most frames on a stack.
    pub fn deepest(&self) -> u32 {
        let stacks = self.stacks.borrow();
        (0..stacks.len() as u32).map(|s| self.depth(&stacks, Stack(s))).max().unwrap_or(0)
    }

    /// The stores of a node, and the phase: true is pre-commit.
    pub fn stores(&self, n: Node) -> (S::Global, S::Local, bool) {
        let (g, (l, phase)) = *self.nodes.borrow().get(n.0);
        (S::Global::clone(&self.globals.borrow().get(g)), self.local(l), phase)
    }

    /// What a call has pushed.
    pub fn frame(&self, f: Frame) -> S::Local {
        S::Local::clone(&self.frames.borrow().get(f.0))
    }

    pub(super) fn local(&self, l: u32) -> S::Local {
        S::Local::clone(&self.locals.borrow().get(l))
    }

    pub(super) fn global(&self, g: u32) -> S::Global {
        S::Global::clone(&self.globals.borrow().get(g))
    }

    /// The number of the local store at a node.
    pub(super) fn local_at(&self, n: Node) -> u32 {
        self.nodes.borrow().get(n.0).1.0
    }

    pub(super) fn threads(&self) -> impl Iterator<Item = Tid> + use<S> {
        (1..=self.initial.threads.len() as u32).map(Tid)
    }

    /// The stores at the start.
    pub(super) fn start(&self) -> (u32, Vec<u32>) {
        (self.initial.global, self.initial.threads.iter().map(|((l, _), _)| *l).collect())
    }

    pub(super) fn is_initial(&self, t: Tid, l: u32) -> bool {
        self.initial.threads[index(t)].0.0 == l
    }

    /// The state before and the thread that moved, for every step on the way to `s`.
    pub(super) fn way(&self, mut s: State) -> Vec<(State, Tid, State)> {
        let parents = self.parents.borrow();
        let mut way = vec![];
        while let Some((before, t)) = parents[s.0 as usize] {
            way.push((before, t, s));
            s = before;
        }
        way.reverse();
        way
    }

    /// Where `t` is in `s`, without its phase, and its stack.
    pub(super) fn place(&self, t: Tid, s: State) -> (Place, Stack) {
        let row = self.states.borrow().get(s.0);
        let ((l, _), stack) = row.threads[index(t)];
        ((t, row.global, l), stack)
    }

    /// The stores of `s`, without phases.
    pub(super) fn stores_in(&self, s: State) -> (u32, Vec<u32>) {
        let row = self.states.borrow().get(s.0);
        (row.global, row.threads.iter().map(|((l, _), _)| *l).collect())
    }

    /// The frame on top of a stack, and the stack below.
    pub(super) fn split(&self, stack: Stack) -> Option<(Stack, Frame)> {
        self.stacks.borrow().get(stack.0).map(|(below, f, _)| (below, f))
    }

    pub(super) fn pushed(&self, stack: Stack, f: Frame) -> Stack {
        let mut stacks = self.stacks.borrow_mut();
        let depth = self.depth(&stacks, stack) + 1;
        Stack(stacks.intern(Some((stack, f, depth))))
    }

    fn depth(&self, stacks: &Interner<Option<(Stack, Frame, u32)>>, stack: Stack) -> u32 {
        stacks.get(stack.0).map_or(0, |(_, _, depth)| depth)
    }

    /// The caller's local store after a return from `l` through `f`.
    pub(super) fn resumed(&self, l: u32, f: Frame) -> u32 {
        let resumed = self.system.resume(&self.local(l), &self.frame(f));
        self.locals.borrow_mut().intern(resumed)
    }

    /// T, T+ and T-, asked of the system once.
    pub(super) fn steps(&self, place: Place) -> Numbered {
        if let Some(known) = self.steps.borrow().get(&place) {
            return known.clone();
        }
        let (t, g, l) = place;
        let (global, local) = (self.globals.borrow().get(g), self.locals.borrow().get(l));
        let wrong = self.system.is_wrong(&local);
        let mut steps = if wrong { vec![] } else { self.system.steps(t, &global, &local) };
        if let Some(protection) = self.protection.as_ref().filter(|_| !wrong) {
            let answered = protection.restrict(&self.system, (t, &global, &local), &mut steps);
            self.unanswered.set(self.unanswered.get().or(answered.is_none().then_some("unheld")));
        }
        let numbered: Numbered = steps.into_iter().map(|step| self.number(step)).collect();
        self.steps.borrow_mut().insert(place, numbered.clone());
        numbered
    }

    fn movers_at(&self, t: Tid, n: Node) -> impl Iterator<Item = Mover> + use<S> {
        let (g, (l, _)) = *self.nodes.borrow().get(n.0);
        self.steps((t, g, l)).iter().map(|step| step.mover).collect::<Vec<_>>().into_iter()
    }

    fn number(&self, Step { mover, global, effect }: Step<S::Global, S::Local>) -> Step<u32, u32> {
        let local = |l| self.locals.borrow_mut().intern(l);
        let effect = match effect {
            Effect::To(l) => Effect::To(local(l)),
            Effect::Call { entry, frame } => {
                Effect::Call { entry: local(entry), frame: self.frames.borrow_mut().intern(frame) }
            }
            Effect::Return => Effect::Return,
        };
        Step { mover, global: self.globals.borrow_mut().intern(global), effect }
    }

    fn intern_node(&self, g: u32, l: Phased) -> Node {
        let n = self.nodes.borrow_mut().intern((g, l));
        let most = self.budget.bounds.states.max(FEWEST_NODES).saturating_mul(self.initial.threads.len() + 1);
        if n as usize >= most {
            self.budget.end(Ended::States);
        }
        Node(n)
    }

    fn facts(&self, t: Tid, n: Node) -> Rc<Facts> {
        if let Some(known) = self.facts.borrow().get(&(t, n)) {
            return known.clone();
        }
        let computed = Rc::new(self.compute_facts(t, n));
        self.facts.borrow_mut().insert((t, n), computed.clone());
        computed
    }

    fn class(&self, t: Tid, n: Node, question: &'static str) -> Class {
        if !self.phases {
            self.unanswered.set(Some(question));
        }
        self.facts(t, n).class
    }

    fn compute_facts(&self, t: Tid, n: Node) -> Facts {
        let (g, (l, p)) = *self.nodes.borrow().get(n.0);
        let steps = self.steps((t, g, l));
        let class = self.classify(t, (l, p), &steps);
        let p = p || self.inside && class == Class::Outside;
        let (mut u, mut u_plus, mut back) = (vec![], vec![], vec![]);
        for step in steps.iter() {
            match step.effect {
                Effect::To(l2) => u.push(self.intern_node(step.global, (l2, self.phase_after(t, step.mover, p, l2)))),
                Effect::Call { entry, frame } => {
                    let p2 = self.phase_after(t, step.mover, p, entry);
                    u_plus.push((self.intern_node(step.global, (entry, p2)), Frame(frame)));
                }
                Effect::Return => back.push((step.global, self.phases && step.mover.next_phase(p))),
            }
        }
        let unheld = self.unheld_at((t, g, l));
        Facts { class, u: u.into(), u_plus: u_plus.into(), back, unheld }
    }

    fn unheld_at(&self, (t, g, l): Place) -> Option<Rc<[(Variable, Mutex)]>> {
        let (protection, local) = (self.protection.as_ref()?, self.local(l));
        if self.system.is_wrong(&local) {
            return Some(Rc::default());
        }
        protection.unheld(&self.system, (t, &self.global(g), &local)).map(Rc::from)
    }

    /// p' of U; a thread that is back where it starts is pre-commit again.
    fn phase_after(&self, t: Tid, mover: Mover, p: bool, l: u32) -> bool {
        self.phases && (mover.next_phase(p) || self.is_initial(t, l))
    }

    /// C1 and C2; where L(t) ends at a local store, whatever the global one, C4 asks that `steps` keep
    /// or lose their letters together.
    fn classify(&self, t: Tid, (l, p): Phased, steps: &[Step<u32, u32>]) -> Class {
        if self.is_initial(t, l) || self.system.is_wrong(&self.locals.borrow().get(l)) {
            Class::Outside
        } else if p {
            Class::Right
        } else if all_left(steps) && !self.resting.contains(&l) {
            Class::Left
        } else {
            Class::Outside
        }
    }

    /// The state in which `t` is at `n`, its stack replaced if one is given.
    fn successor(&self, s: State, t: Tid, n: Node, stack: Option<Stack>) -> State {
        if !self.goes_on() {
            return s;
        }
        let (g, l) = *self.nodes.borrow().get(n.0);
        let mut row = Row::clone(&self.states.borrow().get(s.0));
        row.global = g;
        row.threads[index(t)] = (l, stack.unwrap_or(row.threads[index(t)].1));
        if self.states.borrow().len() >= self.budget.bounds.states && self.states.borrow().find(&row).is_none() {
            self.budget.end(Ended::States);
            return s;
        }
        self.transitions.set(self.transitions.get() + 1);
        self.intern_state(row, Some((s, t)))
    }

    fn intern_state(&self, row: Row, parent: Option<(State, Tid)>) -> State {
        let known = self.states.borrow().len();
        let moved: Vec<u32> = match parent {
            Some((_, t)) => vec![row.threads[index(t)].0.0],
            None => row.threads.iter().map(|((l, _), _)| *l).collect(),
        };
        let s = State(self.states.borrow_mut().intern(row));
        if s.0 as usize == known {
            self.parents.borrow_mut().push(parent);
            if self.first_wrong.get().is_none() && moved.iter().any(|l| self.system.is_wrong(&self.local(*l))) {
                self.first_wrong.set(Some(s));
            }
        }
        s
    }
}
