//! Aggregate states: a global store, and for each thread the set of stacks that it may have.

use crate::stacks::Languages;
use moverlog_rules::{Global, Tid};
use rustc_hash::FxHashMap;

/// Stands for all states with this global store and one of these stacks for each thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Aggregate {
    pub(super) global: Global,
    /// A language by its number, thread by thread.
    pub(super) stacks: Vec<u32>,
    /// The aggregate state before, and the thread of the last context; nothing for the initial one.
    pub(super) reached: Option<(usize, Tid)>,
}

/// All of them, in the order in which they were found.
#[derive(Default)]
pub(super) struct Aggregates {
    all: Vec<Aggregate>,
    by_global: FxHashMap<Global, Vec<usize>>,
}

impl Aggregates {
    pub(super) fn get(&self, number: usize) -> &Aggregate {
        &self.all[number]
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether one that is known stands for all states of this one.
    pub(super) fn include(&self, global: Global, stacks: &[u32], languages: &mut Languages) -> bool {
        let mut includes = |known: &usize| {
            let known = &self.all[*known].stacks;
            known.iter().zip(stacks).all(|(large, small)| languages.includes(*large, *small))
        };
        self.by_global.get(&global).is_some_and(|known| known.iter().rev().any(&mut includes))
    }

    /// Those with a global store.
    pub(super) fn with(&self, global: Global) -> impl Iterator<Item = &Aggregate> {
        self.by_global.get(&global).into_iter().flatten().map(|number| &self.all[*number])
    }

    pub(super) fn add(&mut self, aggregate: Aggregate) -> usize {
        let number = self.all.len();
        self.by_global.entry(aggregate.global).or_default().push(number);
        self.all.push(aggregate);
        number
    }
}
