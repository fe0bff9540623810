//! States in which some threads have names, and others are counted.

use crate::semantics::LocalStore;
use moverlog_rules::{Global, Stack, Tid};
use std::collections::BTreeMap;

/// What one thread is about.
pub(super) type Share = (LocalStore, Stack);

/// So many threads that they are any number.
pub(super) const MANY: u8 = u8::MAX;

/// How many threads of each pool have each share.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Crowd(BTreeMap<(usize, Share), u8>);

impl Crowd {
    /// One more, where so many are counted.
    pub(super) fn add(&mut self, pool: usize, share: Share, most: u8) {
        let count = self.0.entry((pool, share)).or_insert(0);
        *count = if *count >= most { MANY } else { *count + 1 };
    }

    /// One less, unless they are many.
    pub(super) fn without(&self, pool: usize, share: Share) -> Crowd {
        let mut crowd = self.clone();
        match self.0.get(&(pool, share)) {
            Some(1) => _ = crowd.0.remove(&(pool, share)),
            Some(count) if *count < MANY => _ = crowd.0.insert((pool, share), count - 1),
            _ => {}
        }
        crowd
    }

    /// A pool and a share that a thread of it has, for all.
    pub(super) fn members(&self) -> Vec<(usize, Share)> {
        self.0.keys().copied().collect()
    }

    /// Whether it has as many of each as another one, or more.
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
