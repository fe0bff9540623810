//! The states that one worker finds and that belong to others, layer by layer: they are told of each of them once in a
//! layer, by the first step that led there.

use super::owners::Owners;
use crate::exploration::{Halves, Met, Others, Stored};
use crate::semantics::Pairs;
use std::cell::{Cell, RefCell};

/// So many states are looked for at once.
const AT_ONCE: usize = 256;

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
    /// What is soon looked for among them.
    met: Vec<(Halves, u64)>,
}

impl Outboxes {
    pub(super) fn new(index: usize, peers: usize) -> Self {
        let boxes = (0..peers).map(|_| Outbox::default()).collect();
        Outboxes { index, owners: Owners::new(peers), boxes: RefCell::new(boxes), suspects: Cell::new(false) }
    }

    pub(super) fn belongs_here(&self, stored: Stored<'_, '_>, state: Halves) -> bool {
        self.owners.of(stored, state) == self.index
    }

    /// Whether a thread has gone wrong in a state that belongs to another.
    pub(super) fn suspects(&self) -> bool {
        self.suspects.get()
    }

    /// Tells of the states of a layer that belong to a worker, and forgets them; the steps by which they were found.
    pub(super) fn tell(&self, peer: usize, mut tell: impl FnMut(Halves)) -> Vec<u64> {
        let Outbox { states, found, .. } = &mut self.boxes.borrow_mut()[peer];
        (0..states.len() as u32).for_each(|number| tell(states.get(number)));
        states.clear();
        std::mem::take(found)
    }
}

impl Outbox {
    fn look_for_met(&mut self) {
        let states: Vec<Halves> = self.met.iter().map(|(state, _)| *state).collect();
        self.states.foresee(&states);
        for ((first, second), step) in self.met.drain(..) {
            if self.states.intern(first, second).1 {
                self.found.push(step);
            }
        }
    }
}

impl Outboxes {
    /// Looks for what was found last.
    pub(super) fn settle(&self) {
        self.boxes.borrow_mut().iter_mut().for_each(Outbox::look_for_met);
    }
}

impl Others for Outboxes {
    fn take(&self, stored: Stored<'_, '_>, met: &mut Vec<Met>) {
        let boxes = &mut *self.boxes.borrow_mut();
        met.retain(|(state, step, is_wrong)| {
            let owner = self.owners.of(stored, *state);
            if owner != self.index {
                boxes[owner].met.push((*state, step.word()));
                self.suspects.set(self.suspects.get() || *is_wrong);
            }
            owner == self.index
        });
        boxes.iter_mut().for_each(Outbox::look_for_met);
    }

    fn leave(&self, stored: Stored<'_, '_>, (state, step, is_wrong): Met) -> bool {
        let owner = self.owners.of(stored, state);
        if owner == self.index {
            return true;
        }
        let outbox = &mut self.boxes.borrow_mut()[owner];
        outbox.met.push((state, step.word()));
        self.suspects.set(self.suspects.get() || is_wrong);
        if outbox.met.len() >= AT_ONCE {
            outbox.look_for_met();
        }
        false
    }
}
