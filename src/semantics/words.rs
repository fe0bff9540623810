//! Stores as words, which mean the same to every semantics of one program, whatever numbers stores have there.

use super::{Interner, Semantics};
use std::cell::RefCell;

/// What is stored as words that hold no numbers of other stores. A stack is a frame on a stack.
#[derive(Clone, Copy)]
pub enum Part {
    Global,
    Local,
    Frame,
}

impl Semantics<'_> {
    fn stored(&self, part: Part) -> &RefCell<Interner> {
        match part {
            Part::Global => &self.globals,
            Part::Local => &self.locals,
            Part::Frame => &self.frames,
        }
    }

    /// A look at the words of the store with this number.
    pub fn words<A>(&self, part: Part, number: u32, look: impl FnOnce(&[u32]) -> A) -> A {
        look(self.stored(part).borrow().get(number))
    }

    /// The number here of the store with these words.
    pub fn number(&self, part: Part, words: &[u32]) -> u32 {
        self.stored(part).borrow_mut().intern(words).0
    }
}
