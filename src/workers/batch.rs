//! Stores and states on their way from one worker to another.
//!
//! A store is sent once, as its words; from then on it has the number that it got on this way, which is neither the
//! number that the sender nor the one that the receiver has for it.

use crate::exploration::{Instance, PHASE_BITS, Row, Share};
use crate::semantics::{EMPTY_STACK, Part, Semantics};
use moverlog_rules::{Frame, Global, Local, Stack, State};
use serde::{Deserialize, Serialize};

/// What is said of its phase beside the number of a local store, which is the same for all.
const PHASE: u32 = (1 << PHASE_BITS) - 1;

/// What is sent at once.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Batch {
    /// Global stores, local stores and frames that were not sent before: the number of their words, and these.
    stores: [Vec<u32>; 3],
    /// Stacks: the one below, and the frame on it.
    stacks: Vec<u32>,
    /// Whatever refers to them.
    pub(super) words: Vec<u32>,
}

/// What has been sent to one worker.
#[derive(Default)]
pub(super) struct Sender {
    /// One more than the number of each store on this way, by its number here; 0 for what was not sent.
    sent: [Vec<u32>; 3],
    stacks: Vec<u32>,
    counts: [u32; 4],
    batch: Batch,
}

/// The entry of a number, 0 if there was none.
fn entry(table: &mut Vec<u32>, number: u32) -> &mut u32 {
    let at = number as usize;
    if table.len() <= at {
        table.resize((at + 1).next_power_of_two(), 0);
    }
    &mut table[at]
}

impl Sender {
    fn number(&mut self, semantics: &Semantics<'_>, part: Part, number: u32) -> u32 {
        let known = entry(&mut self.sent[part as usize], number);
        if *known == 0 {
            let (count, stores) = (&mut self.counts[part as usize], &mut self.batch.stores[part as usize]);
            *count += 1;
            *known = *count;
            semantics.words(part, number, |words| {
                stores.push(words.len() as u32);
                stores.extend_from_slice(words);
            });
        }
        *known - 1
    }

    /// The empty stack is number 0.
    fn stack(&mut self, semantics: &Semantics<'_>, stack: Stack) -> u32 {
        let mut unsent = vec![];
        let mut at = stack;
        while at != EMPTY_STACK && *entry(&mut self.stacks, at.0) == 0 {
            let (below, frame) = semantics.top(at).expect("it is not empty");
            unsent.push((at, below, frame));
            at = below;
        }
        for (at, below, frame) in unsent.into_iter().rev() {
            let pair = [*entry(&mut self.stacks, below.0), self.number(semantics, Part::Frame, frame.0)];
            self.batch.stacks.extend(pair);
            self.counts[3] += 1;
            *entry(&mut self.stacks, at.0) = self.counts[3];
        }
        *entry(&mut self.stacks, stack.0)
    }

    /// A local store with its phase.
    fn local(&mut self, semantics: &Semantics<'_>, l: u32) -> u32 {
        self.number(semantics, Part::Local, l >> PHASE_BITS) << PHASE_BITS | l & PHASE
    }

    pub(super) fn state(&mut self, instance: &Instance<'_>, s: State) {
        instance.row(s, |row| self.row(instance.semantics, row));
    }

    fn row(&mut self, semantics: &Semantics<'_>, row: Row<'_>) {
        let g = self.number(semantics, Part::Global, row.global().0);
        self.batch.words.push(g);
        for t in semantics.tids() {
            let l = self.local(semantics, row.local(t));
            self.batch.words.push(l);
            if semantics.program.has_calls() {
                let stack = self.stack(semantics, row.stack(t));
                self.batch.words.push(stack);
            }
        }
    }

    pub(super) fn node(&mut self, semantics: &Semantics<'_>, g: Global, l: Local) {
        let pair = [self.number(semantics, Part::Global, g.0), self.local(semantics, l.0)];
        self.batch.words.extend(pair);
    }

    pub(super) fn take(&mut self) -> Batch {
        std::mem::take(&mut self.batch)
    }
}

/// What has come from one worker.
pub(super) struct Receiver {
    /// The number here of each store, by its number on this way.
    came: [Vec<u32>; 3],
    stacks: Vec<Stack>,
    shares: Vec<Share>,
}

impl Default for Receiver {
    fn default() -> Self {
        Receiver { came: Default::default(), stacks: vec![EMPTY_STACK], shares: vec![] }
    }
}

impl Receiver {
    /// Takes in the stores of a batch.
    pub(super) fn learn(&mut self, semantics: &Semantics<'_>, batch: &Batch) {
        for part in [Part::Global, Part::Local, Part::Frame] {
            let mut rest = batch.stores[part as usize].as_slice();
            while let Some((length, words)) = rest.split_first() {
                let (words, after) = words.split_at(*length as usize);
                self.came[part as usize].push(semantics.number(part, words));
                rest = after;
            }
        }
        for pair in batch.stacks.chunks_exact(2) {
            let frame = self.came[Part::Frame as usize][pair[1] as usize];
            self.stacks.push(semantics.push(self.stacks[pair[0] as usize], Frame(frame)));
        }
    }

    fn global(&self, number: u32) -> Global {
        Global(self.came[Part::Global as usize][number as usize])
    }

    fn local(&self, number: u32) -> u32 {
        self.came[Part::Local as usize][(number >> PHASE_BITS) as usize] << PHASE_BITS | number & PHASE
    }

    /// The state with these words: its global store, and what belongs to each thread.
    pub(super) fn state(&mut self, words: &[u32], stacked: bool) -> (Global, &[Share]) {
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        shares.extend(words[1..].chunks_exact(if stacked { 2 } else { 1 }).map(|share| {
            let stack = share.get(1).map_or(EMPTY_STACK, |stack| self.stacks[*stack as usize]);
            (self.local(share[0]), stack)
        }));
        self.shares = shares;
        (self.global(words[0]), &self.shares)
    }

    pub(super) fn node(&self, words: &[u32]) -> (Global, Local) {
        (self.global(words[0]), Local(self.local(words[1])))
    }
}

/// So many words has a state.
pub(super) fn width(instance: &Instance<'_>) -> usize {
    let program = instance.semantics.program;
    1 + program.threads.len() * if program.has_calls() { 2 } else { 1 }
}
