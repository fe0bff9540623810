//! The states that one worker finds and that belong to others, layer by layer: they are told of each of them once in a
//! layer, by the first step that led there.

use super::owners::Owners;
use crate::exploration::{Halves, Instance, Others, Step};
use crate::semantics::Pairs;
use std::cell::{Cell, RefCell};

/// What a worker has to tell each of all workers, itself among them, to which it has nothing to tell.
pub(super) struct Outboxes {
    index: usize,
    owners: Owners,
    boxes: RefCell<Vec<Outbox>>,
    suspects: Cell<bool>,
}

/// States by the numbers that their halves have here, and how each was found.
#[derive(Default)]
struct Outbox {
    states: Pairs,
    found: Vec<u64>,
}

impl Outboxes {
    pub(super) fn new(index: usize, peers: usize) -> Self {
        let boxes = (0..peers).map(|_| Outbox::default()).collect();
        Outboxes { index, owners: Owners::new(peers), boxes: RefCell::new(boxes), suspects: Cell::new(false) }
    }

    pub(super) fn belongs_here(&self, instance: &Instance<'_>, state: Halves) -> bool {
        self.owners.of(instance, state) == self.index
    }

    /// Whether a thread has gone wrong in a state that belongs to another.
    pub(super) fn suspects(&self) -> bool {
        self.suspects.get()
    }

    /// Tells of the states of a layer that belong to a worker, and forgets them; the steps by which they were found.
    pub(super) fn tell(&self, peer: usize, mut tell: impl FnMut(Halves)) -> Vec<u64> {
        let Outbox { states, found } = &mut self.boxes.borrow_mut()[peer];
        (0..states.len() as u32).for_each(|number| tell(states.get(number)));
        states.clear();
        std::mem::take(found)
    }
}

impl Others for Outboxes {
    fn take(&self, instance: &Instance<'_>, (first, second): Halves, step: Step, is_wrong: bool) -> bool {
        let owner = self.owners.of(instance, (first, second));
        if owner == self.index {
            return false;
        }
        let outbox = &mut self.boxes.borrow_mut()[owner];
        if outbox.states.intern(first, second).1 {
            outbox.found.push(step.word());
        }
        self.suspects.set(self.suspects.get() || is_wrong);
        true
    }
}
