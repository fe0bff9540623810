//! Stores and states on their way from one worker to another.
//!
//! A store is sent once, as its words, and so is half of a state, as its stores; from then on it has the number that it
//! got on this way, which is neither the number that the sender nor the one that the receiver has for it.

use crate::exploration::{Field, Half, Halves, PHASE_BITS, Stored};
use crate::semantics::{EMPTY_STACK, Part, Semantics};
use moverlog_rules::{Frame, Global, Local, Stack};
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
    /// Halves of states: their stores and stacks.
    halves: [Vec<u32>; 2],
    /// Whatever refers to them: states as the numbers of their halves, nodes as those of their stores.
    pub(super) words: Vec<u32>,
}

/// What has been sent to one worker.
#[derive(Default)]
pub(super) struct Sender {
    /// One more than the number of each store on this way, by its number here; 0 for what was not sent.
    sent: [Vec<u32>; 3],
    stacks: Vec<u32>,
    halves: [Vec<u32>; 2],
    counts: [u32; 6],
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

    fn word(&mut self, semantics: &Semantics<'_>, (field, number): (Field, u32)) -> u32 {
        match field {
            Field::Global => self.number(semantics, Part::Global, number),
            Field::Local => self.local(semantics, number),
            Field::Stack => self.stack(semantics, Stack(number)),
        }
    }

    fn half(&mut self, stored: Stored<'_, '_>, half: Half, number: u32) -> u32 {
        if *entry(&mut self.halves[half as usize], number) == 0 {
            stored.store.look_half(half, number, |field| {
                let word = self.word(stored.semantics, field);
                self.batch.halves[half as usize].push(word);
            });
            self.counts[4 + half as usize] += 1;
            *entry(&mut self.halves[half as usize], number) = self.counts[4 + half as usize];
        }
        *entry(&mut self.halves[half as usize], number) - 1
    }

    pub(super) fn state(&mut self, stored: Stored<'_, '_>, (first, second): Halves) {
        let pair = [self.half(stored, Half::First, first), self.half(stored, Half::Second, second)];
        self.batch.words.extend(pair);
    }

    /// The numbers on this way of what a node consists of.
    pub(super) fn stores(&mut self, semantics: &Semantics<'_>, (g, l): (Global, Local)) -> [u32; 2] {
        [(Field::Global, g.0), (Field::Local, l.0)].map(|word| self.word(semantics, word))
    }

    /// What a node consists of.
    pub(super) fn node(&mut self, semantics: &Semantics<'_>, words: impl IntoIterator<Item = (Field, u32)>) {
        for word in words {
            let word = self.word(semantics, word);
            self.batch.words.push(word);
        }
    }

    /// The number of a frame on this way.
    pub(super) fn frame(&mut self, semantics: &Semantics<'_>, f: u32) -> u32 {
        self.number(semantics, Part::Frame, f)
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
    halves: [Vec<u32>; 2],
}

impl Default for Receiver {
    fn default() -> Self {
        Receiver { came: Default::default(), stacks: vec![EMPTY_STACK], halves: Default::default() }
    }
}

impl Receiver {
    /// Takes in what a batch has but whatever refers to it.
    pub(super) fn learn(&mut self, stored: Stored<'_, '_>, batch: &Batch) {
        self.learn_stores(stored.semantics, batch);
        for half in [Half::First, Half::Second] {
            let fields: Vec<Field> = stored.store.fields(half).collect();
            let mut here = vec![];
            for words in batch.halves[half as usize].chunks_exact(fields.len().max(1)) {
                here.clear();
                here.extend(fields.iter().zip(words).map(|(field, word)| self.word(*field, *word)));
                self.halves[half as usize].push(stored.store.add_half(half, &here));
            }
        }
    }

    fn learn_stores(&mut self, semantics: &Semantics<'_>, batch: &Batch) {
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

    fn local(&self, number: u32) -> u32 {
        self.came[Part::Local as usize][(number >> PHASE_BITS) as usize] << PHASE_BITS | number & PHASE
    }

    /// The number here of what has a number on this way.
    pub(super) fn word(&self, field: Field, number: u32) -> u32 {
        match field {
            Field::Global => self.came[Part::Global as usize][number as usize],
            Field::Local => self.local(number),
            Field::Stack => self.stacks[number as usize].0,
        }
    }

    /// The number here of a frame.
    pub(super) fn frame(&self, number: u32) -> u32 {
        self.came[Part::Frame as usize][number as usize]
    }

    /// The states that a batch refers to.
    pub(super) fn states(&self, batch: &Batch) -> impl Iterator<Item = Halves> {
        let [firsts, seconds] = &self.halves;
        batch.words.chunks_exact(2).map(|pair| (firsts[pair[0] as usize], seconds[pair[1] as usize]))
    }
}
