//! States in which some threads have names, and others are counted.

use crate::ir::Value;
use crate::semantics::LocalStore;
use moverlog_rules::{Global, Stack, Tid};
use std::collections::BTreeMap;

/// What one thread is about.
pub(super) type Share = (LocalStore, Stack);

/// A thread without a name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Member {
    pub(super) pool: usize,
    pub(super) share: Share,
    /// What its cells hold.
    pub(super) own: Vec<Value>,
}

/// So many threads that they are any number.
const MANY: u8 = u8::MAX;

/// How many threads of each kind there are.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Crowd(BTreeMap<Member, u8>);

impl Crowd {
    /// One more, where so many are counted.
    pub(super) fn add(&mut self, member: Member, most: u8) {
        let count = self.0.entry(member).or_insert(0);
        *count = if *count >= most { MANY } else { *count + 1 };
    }

    /// One less, unless they are many.
    pub(super) fn without(&self, member: &Member) -> Crowd {
        let mut crowd = self.clone();
        match crowd.0.get_mut(member) {
            Some(1) => _ = crowd.0.remove(member),
            Some(count) if *count < MANY => *count -= 1,
            _ => {}
        }
        crowd
    }

    /// One of each kind.
    pub(super) fn members(&self) -> impl Iterator<Item = &Member> {
        self.0.keys()
    }

    /// Whether it has as many of each kind as another one, or more.
    pub(super) fn covers(&self, other: &Crowd) -> bool {
        other.0.iter().all(|(member, count)| self.0.get(member).is_some_and(|own| own >= count))
    }
}

/// See the module's documentation.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) global: Global,
    /// Of every thread; a name that nobody has has that of one who is not started.
    pub(super) shares: Vec<Share>,
    pub(super) crowd: Crowd,
}

impl State {
    pub(super) fn share(&self, t: Tid) -> Share {
        self.shares[t.0 as usize - 1]
    }

    pub(super) fn with(&self, t: Tid, global: Global, share: Share) -> State {
        let mut state = State { global, ..self.clone() };
        state.shares[t.0 as usize - 1] = share;
        state
    }
}
