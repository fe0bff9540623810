//! One exploration by several workers, each a thread, in layers (breadth first).
//!
//! A state belongs to one worker, by a hash of what it consists of. That worker runs the rules on it and tells the
//! owners of the states that it leads to; it knows no other numbers of stores than its own. The steps by which
//! the states of a layer were found are put in the order in which one worker would take them, so whatever depends on
//! that order does not depend on the number of workers.

mod batch;
mod exchange;
mod merge;
mod owners;
mod worker;

pub use merge::{Explored, explore};
