//! Pushdown systems: all that one may reach from a regular set of configurations (post*), and how it comes there.
//!
//! Rules are asked for when something reaches their head, so a system may be as large as it likes where nobody goes.
//! Programs are unknown here.

mod language;
mod saturation;
mod subsets;
mod witness;

pub use language::{Language, Languages};
pub use saturation::{Saturation, post_star};
pub use witness::Applied;

use std::rc::Rc;

/// The control of a configuration: what is not on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place(pub u32);

/// What stacks are made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// One way on from a head, which is a control and the top of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    pub to: Place,
    pub word: Word,
}

/// What takes the place of the top of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Pop,
    Swap(Symbol),
    /// The new top, and what is below it.
    Push(Symbol, Symbol),
}

/// A pushdown system, head by head. The same head has the same rules whenever it is asked for.
pub trait System {
    fn rules(&self, place: Place, top: Symbol) -> Rc<[Rule]>;
}
