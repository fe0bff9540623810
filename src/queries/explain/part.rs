//! Atoms as names and values.

use crate::driver::{Kept, Point, Shown};
use crate::ir::Loc;
use moverlog_rules::{Copy, Guard, Tid};

/// A column.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    Thread(Tid),
    Point(Point),
    Frame(Kept),
    State(Spots),
    Truth(bool),
    Number(u32),
    /// A variable or a mutex.
    Name(String),
    /// A location, or where a thread that has gone wrong stays, in this copy if there are copies.
    Place(Option<Loc>, Option<Copy>),
    /// What a thread does at this location; nothing if its copy alone changes.
    Action(Option<Loc>),
    Guard(Guard),
    /// Any value.
    Any,
}

/// A state: where the threads are, and what everybody sees.
#[derive(Clone, PartialEq, Debug)]
pub struct Spots {
    /// For each thread, where it is, and its stack, the oldest frame first.
    pub threads: Vec<(Point, Vec<Kept>)>,
    pub globals: Vec<(String, Shown)>,
}
