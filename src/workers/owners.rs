//! To whom a state belongs: by a hash of the words of its stores, never of their numbers, so that all workers agree.

use crate::exploration::{Instance, PHASE_BITS};
use crate::semantics::{EMPTY_STACK, Part, Semantics, fold, hash};
use moverlog_rules::{Stack, State};
use std::cell::RefCell;

/// The hashes of stores, by their numbers; 0 where none was asked for.
#[derive(Default)]
pub(super) struct Owners {
    stores: RefCell<[Vec<u64>; 3]>,
    stacks: RefCell<Vec<u64>>,
}

impl Owners {
    /// A number below `peers`.
    pub(super) fn of(&self, instance: &Instance<'_>, s: State, peers: usize) -> usize {
        let hash = instance.row(s, |row| {
            let semantics = instance.semantics;
            let shares = semantics.tids().map(|t| (row.local(t), row.stack(t)));
            shares.fold(self.store(semantics, Part::Global, row.global().0), |all, (l, stack)| {
                let local = self.store(semantics, Part::Local, l >> PHASE_BITS) ^ u64::from(l % (1 << PHASE_BITS));
                let all = fold(all, local);
                if stack == EMPTY_STACK { all } else { fold(all, self.stack(semantics, stack)) }
            })
        });
        ((u128::from(fold(0, hash)) * peers as u128) >> 64) as usize
    }

    fn store(&self, semantics: &Semantics<'_>, part: Part, number: u32) -> u64 {
        let known = &mut self.stores.borrow_mut()[part as usize];
        *entry(known, number, || semantics.words(part, number, hash))
    }

    fn stack(&self, semantics: &Semantics<'_>, stack: Stack) -> u64 {
        let all = || {
            let frames = semantics.frames(stack).map(|f| self.store(semantics, Part::Frame, f.0));
            frames.fold(1, fold)
        };
        *entry(&mut self.stacks.borrow_mut(), stack.0, all)
    }
}

fn entry(table: &mut Vec<u64>, number: u32, compute: impl FnOnce() -> u64) -> &u64 {
    let at = number as usize;
    if table.len() <= at {
        table.resize((at + 1).next_power_of_two(), 0);
    }
    if table[at] == 0 {
        table[at] = compute();
    }
    &table[at]
}
