//! What one of several workers does of an exploration: it expands the states of a layer, and takes note of how each
//! state was found that is new to it. States that belong to others it does not store.

use super::phase::unphased;
use super::row::Halves;
use super::store::{Changed, Store};
use crate::control::{Bound, Control};
use crate::semantics::Semantics;
use moverlog_rules::{Local, State, Tid};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How a state was found: by which rule, from which state of the layer before, by whose step, which of these. Rules
/// are applied one after the other, to all states in their order, so the first of several steps to a state in their
/// order is the one by which one worker alone finds it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step(u64);

/// (STEP), (PUSH) and (POP), in the order of their file. A block is a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
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

    pub fn rule(self) -> Rule {
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

    /// Which of the outcomes of the thread's action it is.
    pub fn outcome(self) -> u32 {
        self.0 as u32 & (OUTCOMES - 1)
    }
}

/// A state, how it was found, and whether some thread has gone wrong there.
pub type Met = (Halves, Step, bool);

/// States as they are stored, and what they consist of.
#[derive(Clone, Copy)]
pub struct Stored<'s, 'a> {
    pub semantics: &'s Semantics<'a>,
    pub store: &'s Store,
    pub control: &'s Control<'a>,
}

/// The workers that explore beside this one.
pub trait Others {
    /// Takes the states that belong to one of them; that one is to hear of them.
    fn take(&self, stored: Stored<'_, '_>, met: &mut Vec<Met>);

    /// Whether a state belongs to this worker; if not, its owner is to hear of it.
    fn leave(&self, stored: Stored<'_, '_>, met: Met) -> bool;
}

/// The layer that is expanded, if one is.
#[derive(Default)]
pub struct Expanding {
    layer: RefCell<Option<Layer>>,
    shared: RefCell<Option<Shared>>,
}

/// Who explores beside this worker where rules derive all of its states in one run, and where these begin.
#[derive(Clone)]
struct Shared {
    first: State,
    others: Rc<dyn Others>,
}

/// The states of a layer that are expanded, and how those were found that are new.
struct Layer {
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

    /// Takes in where a step leads.
    fn meet(&self, stored: Stored<'_, '_>, (rule, s, t): (Rule, State, Tid), to: Changed) {
        let next = stored.store.halves_after(s, t, to);
        let Some(step) = self.step(rule, s, t) else { return stored.control.record(Bound::States) };
        self.met.borrow_mut().push((next, step, stored.is_wrong(to.1)));
        if self.met.borrow().len() >= AT_ONCE {
            self.look_for_met(stored);
        }
    }

    fn look_for_met(&self, stored: Stored<'_, '_>) {
        let mut met = self.met.borrow_mut();
        self.others.take(stored, &mut met);
        let states: Vec<Halves> = met.iter().map(|(state, ..)| *state).collect();
        stored.store.foresee(&states);
        met.drain(..).for_each(|(state, step, is_wrong)| self.found_here(stored, state, step, is_wrong));
    }

    fn found_here(&self, Stored { store, control, .. }: Stored<'_, '_>, state: Halves, step: Step, is_wrong: bool) {
        let (s, new) = store.add_halves((State(0), step.thread()), state);
        if new {
            self.found.borrow_mut().push(step);
            store.met(s, control);
        }
        // All look together at the end of the layer; only where that is far this one does by itself.
        if store.count() > control.limits.max_states.saturating_mul(2) {
            control.record(Bound::States);
        }
        if is_wrong {
            store.goes_wrong(s, control);
        }
    }

    /// The step that is taken now; nothing if an action has more outcomes than are told apart.
    fn step(&self, rule: Rule, s: State, t: Tid) -> Option<Step> {
        let latest = self.next(rule, s, t);
        let (_, at, _, outcome) = latest;
        self.latest.set(latest);
        (outcome < OUTCOMES).then(|| Step::new(rule, at as u32, t, outcome))
    }
}

impl Expanding {
    /// Runs rules on these states. How each was found of the states that were new, in the order of their numbers: the
    /// steps begin at places of `states`.
    pub fn expand(
        &self,
        stored: Stored<'_, '_>,
        states: Rc<[State]>,
        others: Rc<dyn Others>,
        run: impl FnOnce(),
    ) -> Vec<Step> {
        if states.is_empty() {
            return vec![];
        }
        self.layer.replace(Some(Layer::new(states, others)));
        run();
        let layer = self.layer.take();
        layer.iter().for_each(|layer| layer.look_for_met(stored));
        layer.map_or(vec![], |layer| layer.found.into_inner())
    }

    /// The states that are expanded, if some are.
    pub fn states(&self) -> Option<Rc<[State]>> {
        self.layer.borrow().as_ref().map(|layer| layer.states.clone())
    }

    pub fn is_on(&self) -> bool {
        self.layer.borrow().is_some()
    }

    /// Runs rules that begin with this state; those that they lead to are stored if they belong to this worker.
    pub fn share<A>(&self, first: State, others: Rc<dyn Others>, run: impl FnOnce() -> A) -> A {
        self.shared.replace(Some(Shared { first, others }));
        let found = run();
        self.shared.take();
        found
    }

    /// Where rules begin, if that is not the initial state.
    pub fn first(&self) -> Option<State> {
        let shared = self.shared.borrow().as_ref().map(|shared| shared.first);
        shared.or_else(|| self.layer.borrow().as_ref()?.states.first().copied())
    }

    /// The others, where rules derive all states in one run.
    pub fn others(&self) -> Option<Rc<dyn Others>> {
        self.shared.borrow().as_ref().map(|shared| shared.others.clone())
    }

    /// Where a step leads from a state that is expanded. Rules come to no state that is not of the layer, so for them
    /// the state is as before.
    pub fn meet(&self, stored: Stored<'_, '_>, step: (Rule, State, Tid), to: Changed) {
        self.layer.borrow().iter().for_each(|layer| layer.meet(stored, step, to));
    }
}

impl Stored<'_, '_> {
    /// Whether a thread with this local store, as it is in a row, has gone wrong.
    fn is_wrong(self, local: u32) -> bool {
        self.semantics.is_wrong(unphased(Local(local)).0)
    }

    /// Whether some thread has gone wrong in `s`.
    pub fn is_wrong_in(self, s: State) -> bool {
        self.store.look(s, |row| row.locals().any(|l| self.is_wrong(l)))
    }

    /// The state after a step of `t` from `s`, if it belongs to this worker.
    pub fn after(self, s: State, t: Tid, to: Changed, others: &dyn Others) -> Option<State> {
        let Stored { store, control, .. } = self;
        let (next, is_wrong) = (store.halves_after(s, t, to), self.is_wrong(to.1));
        if !others.leave(self, (next, Step::NONE, is_wrong)) {
            return None;
        }
        let (next, new) = store.add_halves((s, t), next);
        if new {
            store.met(next, control);
        }
        if store.count() > control.limits.max_states.saturating_mul(2) {
            control.record(Bound::States);
        }
        if is_wrong {
            store.goes_wrong(next, control);
        }
        Some(next)
    }

    /// Stores states that somebody else has found, each by a step of a thread: their numbers, and whether they are
    /// new.
    pub fn found_elsewhere(self, found: &[(Halves, Tid)]) -> impl Iterator<Item = (State, bool)> {
        found.chunks(AT_ONCE).flat_map(move |found| {
            let states: Vec<Halves> = found.iter().map(|(state, _)| *state).collect();
            self.store.foresee(&states);
            found.iter().map(move |(state, t)| self.store.add_halves((State(0), *t), *state))
        })
    }
}
