//! A thread as a pushdown system: its control is the global store, its stack the local store and the frames below.
//!
//! A return takes two rules: the first pops the local store and keeps what the second needs to make the caller's of a
//! frame. Between them the control is no global store, so no context ends there.

use crate::ir::Value;
use crate::semantics::{Effect, LocalStore, Semantics, Step};
use crate::stacks::{Place, Rule, Symbol, System, Word};
use indexmap::IndexMap;
use moverlog_rules::{Frame, Global, Tid};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::RefCell;
use std::rc::Rc;

/// What a return leaves: the global store, the value, and the thread-local variables.
type Returned = (Global, Value, Vec<Value>);

/// The rules of heads that were asked for.
type Rules = FxHashMap<(Place, Symbol), Rc<[Rule]>>;

/// See the module's documentation.
pub(super) struct Thread<'m> {
    semantics: &'m Semantics<'m>,
    t: Tid,
    /// With a local store that leaves the same.
    returned: RefCell<IndexMap<Returned, LocalStore, FxBuildHasher>>,
    rules: RefCell<Rules>,
}

/// The control of a thread that is between two steps.
pub(super) fn at(g: Global) -> Place {
    Place(g.0 << 1)
}

/// The global store, if a thread is between two steps.
pub(super) fn global(place: Place) -> Option<Global> {
    (place.0 & 1 == 0).then_some(Global(place.0 >> 1))
}

pub(super) fn local(l: LocalStore) -> Symbol {
    Symbol(l.0 << 1)
}

pub(super) fn frame(f: Frame) -> Symbol {
    Symbol(f.0 << 1 | 1)
}

/// What a symbol stands for, if that is a local store.
pub(super) fn local_of(symbol: Symbol) -> Option<LocalStore> {
    (symbol.0 & 1 == 0).then_some(LocalStore(symbol.0 >> 1))
}

/// What a symbol stands for, if that is a frame.
pub(super) fn frame_of(symbol: Symbol) -> Option<Frame> {
    (symbol.0 & 1 == 1).then_some(Frame(symbol.0 >> 1))
}

impl<'m> Thread<'m> {
    pub(super) fn new(semantics: &'m Semantics<'m>, t: Tid) -> Self {
        Thread { semantics, t, returned: RefCell::default(), rules: RefCell::default() }
    }

    fn steps(&self, g: Global, l: LocalStore) -> Vec<Rule> {
        self.semantics.transitions(self.t, g, l).steps.iter().map(|step| self.rule(l, step)).collect()
    }

    /// Outcome by outcome, so that the number of a rule is that of its outcome.
    fn rule(&self, l: LocalStore, step: &Step) -> Rule {
        let to = at(step.global);
        match &step.effect {
            Effect::Internal(l2) => Rule { to, word: Word::Swap(local(*l2)) },
            Effect::Push(l2, f) => Rule { to, word: Word::Push(local(*l2), frame(*f)) },
            Effect::Wrong(_) => Rule { to, word: Word::Swap(local(self.semantics.wrong())) },
            Effect::Pop(value) => Rule { to: self.returning(step.global, l, *value), word: Word::Pop },
        }
    }

    fn returning(&self, g: Global, l: LocalStore, value: Value) -> Place {
        let shared = self.semantics.registers(l)[..self.semantics.program.thread_locals.len()].to_vec();
        let mut returned = self.returned.borrow_mut();
        let entry = returned.entry((g, value, shared));
        let number = entry.index() as u32;
        entry.or_insert(l);
        Place(number << 1 | 1)
    }

    fn back(&self, place: Place, f: Frame) -> Rule {
        let returned = self.returned.borrow();
        let ((g, value, _), l) = returned.get_index(place.0 as usize >> 1).expect("it was left by a return");
        let after = self.semantics.pop(*l, *value, f).unwrap_or(self.semantics.wrong());
        Rule { to: at(*g), word: Word::Swap(local(after)) }
    }
}

impl System for Thread<'_> {
    fn rules(&self, place: Place, top: Symbol) -> Rc<[Rule]> {
        if let Some(known) = self.rules.borrow().get(&(place, top)) {
            return known.clone();
        }
        let rules: Vec<Rule> = match (global(place), local_of(top), frame_of(top)) {
            (Some(g), Some(l), _) => self.steps(g, l),
            (None, _, Some(f)) => vec![self.back(place, f)],
            _ => vec![],
        };
        let rules: Rc<[Rule]> = rules.into();
        self.rules.borrow_mut().insert((place, top), rules.clone());
        rules
    }
}
