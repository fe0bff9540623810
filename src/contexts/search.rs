//! Aggregate states by the number of contexts that lead to them (Qadeer and Rehof, section 3).

use super::aggregates::{Aggregate, Aggregates};
use super::thread::{Thread, at, frame, global, local, local_of};
use crate::control::Control;
use crate::semantics::{Configuration, LocalStore, Semantics};
use crate::stacks::{Language, Languages, Place, Saturation, Symbol, post_star};
use moverlog_rules::{Global, Stack, Tid};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How an exploration ends.
#[derive(Debug)]
pub enum End {
    /// A thread goes wrong in this context, and in no execution of fewer contexts.
    Wrong(Last),
    /// One more context reaches no further state: no number of contexts does.
    Converged,
    /// There may be more.
    Open,
}

/// A context in which a thread goes wrong: the aggregate state from which it begins, and the thread.
#[derive(Clone, Copy, Debug)]
pub struct Last(pub(super) usize, pub(super) Tid);

/// Where one context of a thread leads from a global store and a set of its stacks.
struct Context {
    /// The global stores with which it may end, and the stacks with each.
    ends: Vec<(Global, u32)>,
    wrong: bool,
}

/// An exploration, number of contexts by number of contexts.
pub struct Search<'m> {
    semantics: &'m Semantics<'m>,
    control: &'m Control<'m>,
    threads: Vec<Thread<'m>>,
    languages: Languages,
    aggregates: Aggregates,
    /// Aggregate states from which the next context begins.
    latest: Vec<usize>,
    contexts: u32,
    known: FxHashMap<(Tid, Global, u32), Rc<Context>>,
    led: u64,
    size: usize,
}

impl<'m> Search<'m> {
    /// Before the first context.
    pub fn new(semantics: &'m Semantics<'m>, control: &'m Control<'m>) -> Self {
        let initial = semantics.initial();
        let mut languages = Languages::default();
        let stacks = initial.locals.iter().map(|l| languages.intern(Language::word(&[local(*l)]))).collect();
        let mut aggregates = Aggregates::default();
        let first = aggregates.add(Aggregate { global: initial.global, stacks, reached: None });
        Search {
            semantics,
            control,
            threads: semantics.tids().map(|t| Thread::new(semantics, t)).collect(),
            languages,
            aggregates,
            latest: vec![first],
            contexts: 0,
            known: FxHashMap::default(),
            led: 0,
            size: 0,
        }
    }

    /// How many contexts were explored to the end.
    pub fn contexts(&self) -> u32 {
        self.contexts
    }

    /// The number of aggregate states.
    pub fn aggregates(&self) -> usize {
        self.aggregates.len()
    }

    /// How many contexts led from one to another.
    pub fn led(&self) -> u64 {
        self.led
    }

    /// How many different sets of stacks there are.
    pub fn languages(&self) -> usize {
        self.languages.len()
    }

    /// The transitions of all automata that were saturated.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether a state is reached in the contexts so far.
    pub fn reaches(&self, c: &Configuration) -> bool {
        let stack = |(l, s): (&LocalStore, &Stack)| {
            [local(*l)].into_iter().chain(self.semantics.frames(*s).map(frame)).collect()
        };
        let stacks: Vec<Vec<Symbol>> = c.locals.iter().zip(&c.stacks).map(stack).collect();
        let contains = |(id, stack): (&u32, &Vec<Symbol>)| self.languages.get(*id).contains(stack);
        self.aggregates.with(c.global).any(|a| a.stacks.iter().zip(&stacks).all(contains))
    }

    /// One more context.
    pub fn go_on(&mut self) -> End {
        let mut next = vec![];
        for from in std::mem::take(&mut self.latest) {
            let last = self.aggregates.get(from).reached.map(|(_, t)| t);
            // A second context of the same thread is part of the first one.
            for t in self.semantics.tids().filter(|t| Some(*t) != last) {
                let context = self.context(from, t);
                if context.wrong {
                    self.contexts += 1;
                    return End::Wrong(Last(from, t));
                }
                next.extend(context.ends.iter().filter_map(|end| self.lead(from, t, *end)));
                if self.control.stopped() {
                    return End::Open;
                }
            }
        }
        if next.is_empty() {
            return End::Converged;
        }
        self.latest = next;
        self.contexts += 1;
        End::Open
    }

    /// The aggregate state after a context, if it has anything new.
    fn lead(&mut self, from: usize, t: Tid, (global, language): (Global, u32)) -> Option<usize> {
        self.led += 1;
        let mut stacks = self.aggregates.get(from).stacks.clone();
        stacks[t.0 as usize - 1] = language;
        if !self.control.goes_on() || self.aggregates.include(global, &stacks, &mut self.languages) {
            return None;
        }
        if let Some(bound) = self.control.full(self.aggregates.len()) {
            self.control.record(bound);
            return None;
        }
        self.control.tick(self.aggregates.len());
        Some(self.aggregates.add(Aggregate { global, stacks, reached: Some((from, t)) }))
    }

    fn context(&mut self, from: usize, t: Tid) -> Rc<Context> {
        let aggregate = self.aggregates.get(from);
        let key = (t, aggregate.global, aggregate.stacks[t.0 as usize - 1]);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let saturation = self.saturation(from, t);
        self.size += saturation.size();
        let wrong = self.wrong_head(&saturation).is_some();
        let context = Rc::new(Context { ends: if wrong { vec![] } else { self.ends(&saturation) }, wrong });
        self.known.insert(key, context.clone());
        context
    }

    fn ends(&mut self, saturation: &Saturation) -> Vec<(Global, u32)> {
        let places = saturation.places().filter_map(|place| Some((place, global(place)?)));
        let languages = places.filter_map(|(place, g)| Some((g, saturation.language(place, self.control)?)));
        languages.map(|(g, language)| (g, self.languages.intern(language))).collect()
    }

    /// All that one context of a thread reaches from an aggregate state.
    pub(super) fn saturation(&self, from: usize, t: Tid) -> Saturation {
        let (i, from) = (t.0 as usize - 1, self.aggregates.get(from));
        let language = self.languages.get(from.stacks[i]);
        let sought = |place, top| self.is_wrong(place, top);
        let room = self.control.most_nodes(0);
        post_star(&self.threads[i], (at(from.global), &language), &sought, room, self.control)
    }

    fn is_wrong(&self, place: Place, top: Symbol) -> bool {
        global(place).is_some() && local_of(top).is_some_and(|l| self.semantics.is_wrong(l))
    }

    pub(super) fn wrong_head(&self, saturation: &Saturation) -> Option<(Place, Symbol)> {
        saturation.heads().find(|(place, top)| self.is_wrong(*place, *top))
    }

    pub(super) fn aggregate(&self, number: usize) -> &Aggregate {
        self.aggregates.get(number)
    }

    pub(super) fn language(&self, number: u32) -> Rc<Language> {
        self.languages.get(number)
    }

    pub(super) fn control(&self) -> &Control<'m> {
        self.control
    }
}
