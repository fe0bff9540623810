//! Visible states: the global store, and of each thread the local store and the one with which its frame began.
//!
//! Stacks are left out: a return leads to all callers that a frame which began so may have. So every state of the
//! program is seen, and where threads call nothing, no other; stacks may grow without end.

use crate::control::Control;
use crate::ir::Value;
use crate::semantics::{Effect, LocalStore, Semantics, Transitions};
use indexmap::IndexSet;
use moverlog_rules::{Frame, Global, Tid};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};

/// A thread where it is, and where its frame began.
type Top = (LocalStore, LocalStore);

/// The global store, and the tops of all threads.
type State = (Global, Vec<Top>);

/// What a return hands on: the global store, the callee's local store and the value.
type Returned = (Global, LocalStore, Value);

/// Where a thread's frame began.
type Begun = (Tid, LocalStore);

/// A return to one of the callers: what is handed on, the caller's frame, and its local store then, if the value fits.
pub(super) type Return = (Returned, Frame, Option<LocalStore>);

/// All visible states, or as many as the bounds allow.
pub(super) struct Visible<'e, 'm> {
    semantics: &'e Semantics<'m>,
    control: &'e Control<'e>,
    states: IndexSet<State, FxBuildHasher>,
    /// Of each frame that began so: those of its callers, and where those began.
    callers: BTreeMap<Begun, BTreeSet<(Frame, LocalStore)>>,
    /// The returns from such frames, each with the state before it.
    returned: BTreeMap<Begun, BTreeSet<(usize, Returned)>>,
    /// Of each thread.
    pub(super) returns: BTreeMap<Tid, BTreeSet<Return>>,
}

impl<'e, 'm> Visible<'e, 'm> {
    pub(super) fn explored(semantics: &'e Semantics<'m>, control: &'e Control<'e>) -> Self {
        let (callers, returned, returns) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut all = Visible { semantics, control, states: IndexSet::default(), callers, returned, returns };
        let first = semantics.initial();
        all.add((first.global, first.locals.iter().map(|l| (*l, *l)).collect()));
        let mut next = 0;
        while next < all.states.len() && control.goes_on() {
            semantics.tids().for_each(|t| all.steps(next, t));
            next += 1;
        }
        all
    }

    /// Where threads may be: each with all global stores, and with its local stores.
    pub(super) fn met(&self) -> BTreeSet<(Tid, LocalStore, Global)> {
        let at = |(g, tops): &State| {
            let g = *g;
            (1..).map(Tid).zip(tops.clone()).map(move |(t, (l, _))| (t, l, g)).collect::<Vec<_>>()
        };
        self.states.iter().flat_map(at).collect()
    }

    /// Every global store, in the order in which they were met.
    pub(super) fn globals(&self) -> IndexSet<Global, FxBuildHasher> {
        self.states.iter().map(|(g, _)| *g).collect()
    }

    fn add(&mut self, state: State) {
        if self.states.contains(&state) {
            return;
        }
        match self.control.full(self.states.len()) {
            Some(bound) => self.control.record(bound),
            None => {
                self.states.insert(state);
                self.control.tick(self.states.len());
            }
        }
    }

    fn steps(&mut self, from: usize, t: Tid) {
        let (g, tops) = &self.states[from];
        let (l, begun) = tops[t.0 as usize - 1];
        let transitions: std::rc::Rc<Transitions> = self.semantics.transitions(t, *g, l);
        for step in &transitions.steps {
            match &step.effect {
                Effect::Internal(next) => self.go(from, t, step.global, (*next, begun)),
                Effect::Wrong(_) => {}
                Effect::Push(callee, frame) => {
                    self.called((t, *callee), (*frame, begun));
                    self.go(from, t, step.global, (*callee, *callee));
                }
                Effect::Pop(value) => {
                    let returned = (step.global, l, *value);
                    self.returned.entry((t, begun)).or_default().insert((from, returned));
                    let callers = self.callers.get(&(t, begun)).cloned().unwrap_or_default();
                    callers.into_iter().for_each(|caller| self.back(from, t, returned, caller));
                }
            }
        }
    }

    fn go(&mut self, from: usize, t: Tid, global: Global, top: Top) {
        let mut tops = self.states[from].1.clone();
        tops[t.0 as usize - 1] = top;
        self.add((global, tops));
    }

    /// A further caller, to which all returns lead that are known.
    fn called(&mut self, callee: Begun, caller: (Frame, LocalStore)) {
        if self.callers.entry(callee).or_default().insert(caller) {
            let returned = self.returned.get(&callee).cloned().unwrap_or_default();
            returned.into_iter().for_each(|(from, returned)| self.back(from, callee.0, returned, caller));
        }
    }

    fn back(&mut self, from: usize, t: Tid, returned: Returned, (frame, begun): (Frame, LocalStore)) {
        let (global, l, value) = returned;
        let caller = self.semantics.pop(l, value, frame).ok();
        self.returns.entry(t).or_default().insert((returned, frame, caller));
        if let Some(caller) = caller {
            self.go(from, t, global, (caller, begun));
        }
    }
}
