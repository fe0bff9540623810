//! What is reached if a return may lead to whoever has called the procedure: the visible states, which are a global
//! store and the local store of each thread, with stacks forgotten (CUBA, section 5: the overapproximation Z).

use crate::control::Control;
use crate::ir::Value;
use crate::semantics::{Effect, LocalStore, Semantics, Step};
use indexmap::{IndexMap, IndexSet};
use moverlog_rules::{Frame, Global, Tid};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

type State = (Global, Rc<[LocalStore]>);

/// The returns of a thread from a procedure: from which visible state, with which global store and value.
type Returns = Vec<(State, Global, Value)>;

/// What is known of a procedure that a thread runs.
#[derive(Default)]
struct Called {
    frames: IndexSet<Frame, FxBuildHasher>,
    returns: Returns,
}

struct Visible<'m> {
    semantics: &'m Semantics<'m>,
    states: IndexSet<State, FxBuildHasher>,
    called: IndexMap<(Tid, u32), Called, FxBuildHasher>,
    wrong: bool,
}

/// The number of visible states if no thread goes wrong in one of them; nothing if one does, or a bound was hit.
/// Every state that is reached has one of them, so nothing ever goes wrong.
pub fn visible_states(semantics: &Semantics<'_>, control: &Control<'_>) -> Option<usize> {
    let initial = semantics.initial();
    let first = (initial.global, initial.locals.into());
    let states = IndexSet::from_iter([first]);
    let mut visible = Visible { semantics, states, called: IndexMap::default(), wrong: false };
    let mut next = 0;
    while let Some(state) = visible.states.get_index(next).cloned() {
        if !control.goes_on() || visible.wrong || control.full(next).is_some() {
            return None;
        }
        visible.expand(&state);
        next += 1;
    }
    (!visible.wrong && control.hit().is_none()).then_some(next)
}

impl Visible<'_> {
    fn expand(&mut self, state: &State) {
        for t in self.semantics.tids() {
            let l = state.1[t.0 as usize - 1];
            for step in &self.semantics.transitions(t, state.0, l).steps {
                self.follow(state, t, step);
            }
        }
    }

    fn follow(&mut self, state: &State, t: Tid, step: &Step) {
        match step.effect {
            Effect::Wrong(_) => self.wrong = true,
            Effect::Internal(l) => self.add(state, t, step.global, l),
            Effect::Push(l, f) => {
                self.add(state, t, step.global, l);
                self.call(t, l, f);
            }
            Effect::Pop(value) => self.give_back((state.clone(), step.global, value), t),
        }
    }

    fn add(&mut self, state: &State, t: Tid, g: Global, l: LocalStore) {
        let mut locals = state.1.to_vec();
        locals[t.0 as usize - 1] = l;
        self.wrong |= self.semantics.is_wrong(l);
        self.states.insert((g, locals.into()));
    }

    fn procedure(&self, l: LocalStore) -> u32 {
        let loc = self.semantics.loc(l).expect("it has not gone wrong");
        self.semantics.program.location(loc).procedure
    }

    fn call(&mut self, t: Tid, callee: LocalStore, f: Frame) {
        let called = self.called.entry((t, self.procedure(callee))).or_default();
        if called.frames.insert(f) {
            let returns = called.returns.clone();
            returns.iter().for_each(|back| self.back(back, t, f));
        }
    }

    fn give_back(&mut self, back: (State, Global, Value), t: Tid) {
        let procedure = self.procedure(back.0.1[t.0 as usize - 1]);
        let called = self.called.entry((t, procedure)).or_default();
        called.returns.push(back.clone());
        let frames: Vec<Frame> = called.frames.iter().copied().collect();
        frames.iter().for_each(|f| self.back(&back, t, *f));
    }

    fn back(&mut self, (state, g, value): &(State, Global, Value), t: Tid, f: Frame) {
        let after = self.semantics.pop(state.1[t.0 as usize - 1], *value, f);
        self.add(state, t, *g, after.unwrap_or(self.semantics.wrong()));
    }
}
