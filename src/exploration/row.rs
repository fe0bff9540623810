//! How a state is laid out, which nothing else knows: the number of the global store, then for each thread that of its
//! local store and, if there are calls, that of its stack.

use crate::semantics::{Configuration, EMPTY_STACK, LocalStore};
use moverlog_rules::{Global, Stack, Tid};

/// What belongs to one thread in a state: its local store, by its number, and its stack.
pub type Share = (u32, Stack);

/// One of the two halves of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    First,
    Second,
}

/// A state by the numbers of its halves.
pub type Halves = (u32, u32);

/// What a number in a row is the number of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    Global,
    Local,
    Stack,
}

/// So many numbers are in a row.
pub(super) fn width(threads: u32, stacked: bool) -> usize {
    1 + threads as usize * if stacked { 2 } else { 1 }
}

/// What is at each place of a half, in a row of this width.
pub(super) fn fields(half: Half, width: usize, stacked: bool) -> impl Iterator<Item = Field> {
    let middle = width.div_ceil(2);
    let places = if half == Half::First { 0..middle } else { middle..width };
    places.map(move |at| match at {
        0 => Field::Global,
        _ if stacked && at.is_multiple_of(2) => Field::Stack,
        _ => Field::Local,
    })
}

/// A state. What the number of a local store stands for is up to whoever stored it.
#[derive(Clone, Copy)]
pub struct Row<'r> {
    pub(super) halves: [&'r [u32]; 2],
    pub(super) threads: u32,
    pub(super) stacked: bool,
}

impl<'r> Row<'r> {
    #[inline]
    fn word(self, at: usize) -> u32 {
        let [first, second] = self.halves;
        if at < first.len() { first[at] } else { second[at - first.len()] }
    }

    #[inline]
    pub fn global(self) -> Global {
        Global(self.halves[0][0])
    }

    #[inline]
    pub fn local(self, t: Tid) -> u32 {
        self.word(place(t, self.stacked))
    }

    /// Those of threads 1, 2, and so on.
    pub fn locals(self) -> impl Iterator<Item = u32> + 'r {
        (1..=self.threads).map(move |t| self.local(Tid(t)))
    }

    #[inline]
    pub fn stack(self, t: Tid) -> Stack {
        if self.stacked { Stack(self.word(place(t, true) + 1)) } else { EMPTY_STACK }
    }

    /// Those of threads 1, 2, and so on.
    pub fn shares(self) -> Vec<Share> {
        (1..=self.threads).map(Tid).map(|t| (self.local(t), self.stack(t))).collect()
    }

    /// With local stores as they were before they were given these numbers.
    pub fn configuration(self, local: impl Fn(u32) -> LocalStore) -> Configuration {
        let stacks = (1..=self.threads).map(|t| self.stack(Tid(t))).collect();
        Configuration { global: self.global(), locals: self.locals().map(local).collect(), stacks }
    }
}

/// Where a thread's local store is in a row; its stack is beside it.
#[inline]
pub(super) fn place(t: Tid, stacked: bool) -> usize {
    if stacked { 2 * t.0 as usize - 1 } else { t.0 as usize }
}
