//! To whom a state belongs: by a hash of the words of its stores, never of their numbers, so that all workers agree.

use crate::exploration::{Field, Half, Halves, PHASE_BITS, Stored};
use crate::semantics::{Part, Semantics, fold, hash};
use moverlog_rules::Stack;
use std::cell::RefCell;

/// The hashes of stores, of stacks and of second halves of states, by their numbers; 0 where none was asked for.
pub(super) struct Owners {
    peers: usize,
    stores: RefCell<[Vec<u64>; 3]>,
    stacks: RefCell<Vec<u64>>,
    seconds: RefCell<Vec<u64>>,
}

impl Owners {
    pub(super) fn new(peers: usize) -> Self {
        Owners { peers, stores: RefCell::default(), stacks: RefCell::default(), seconds: RefCell::default() }
    }

    /// A number below that of the peers. It goes by the second half of a state alone: so a step of a thread that is in
    /// the first half leads to no other worker, and workers have few second halves and nodes in common.
    pub(super) fn of(&self, stored: Stored<'_, '_>, (_, second): Halves) -> usize {
        if self.peers == 1 {
            return 0;
        }
        let hash = entry(&mut self.seconds.borrow_mut(), second, || self.half(stored, second));
        ((u128::from(hash) * self.peers as u128) >> 64) as usize
    }

    fn half(&self, stored: Stored<'_, '_>, number: u32) -> u64 {
        let mut hash = 0;
        stored.store.look_half(Half::Second, number, |field| hash = fold(hash, self.word(stored.semantics, field)));
        fold(0, hash)
    }

    fn word(&self, semantics: &Semantics<'_>, (field, number): (Field, u32)) -> u64 {
        match field {
            Field::Global => self.store(semantics, Part::Global, number),
            Field::Local => {
                let phase = u64::from(number % (1 << PHASE_BITS));
                self.store(semantics, Part::Local, number >> PHASE_BITS) ^ phase
            }
            Field::Stack => self.stack(semantics, Stack(number)),
        }
    }

    fn store(&self, semantics: &Semantics<'_>, part: Part, number: u32) -> u64 {
        entry(&mut self.stores.borrow_mut()[part as usize], number, || semantics.words(part, number, hash))
    }

    fn stack(&self, semantics: &Semantics<'_>, stack: Stack) -> u64 {
        let all = || {
            let frames = semantics.frames(stack).map(|f| self.store(semantics, Part::Frame, f.0));
            frames.fold(1, fold)
        };
        entry(&mut self.stacks.borrow_mut(), stack.0, all)
    }
}

fn entry(table: &mut Vec<u64>, number: u32, compute: impl FnOnce() -> u64) -> u64 {
    let at = number as usize;
    if table.len() <= at {
        table.resize((at + 1).next_power_of_two(), 0);
    }
    if table[at] == 0 {
        table[at] = compute();
    }
    table[at]
}
