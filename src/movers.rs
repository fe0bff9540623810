//! Movers, phases and the partition of each thread's nodes into R(t), L(t) and N(t).
//!
//! Nothing here explores: engines ask for the class of a step or a node, and hand back what they
//! have seen so that the assumptions behind an answer can be checked.

mod greatest;
mod order;
mod properties;
mod protection;
mod square;

pub use greatest::{greatest, refute, two_properties};
pub use order::{Condition, Group, Kind, Ordered};
pub use properties::{Breach, Pair, Properties, Property, Reachable, Table};
pub use protection::{Protection, Use};
pub use square::{Board, End, Fault, Order, Played, Snapshot, Square, Why};

use crate::semantics::{LocalStore, Semantics, Transitions};
use moverlog_rules::{Global, Node, Program, Tid};

/// Which of RM and LM a step belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Moves {
    pub right: bool,
    pub left: bool,
}

impl Moves {
    pub const BOTH: Moves = Moves { right: true, left: true };
    pub const NON: Moves = Moves { right: false, left: false };

    /// What is answered of `t` at `n`.
    pub fn answered(by: &dyn Program, t: Tid, n: Node) -> Moves {
        Moves { right: by.is_right_mover(t, n), left: by.is_left_mover(t, n) }
    }

    /// R, L, B or N.
    pub fn letter(self) -> char {
        match (self.right, self.left) {
            (true, true) => 'B',
            (true, false) => 'R',
            (false, true) => 'L',
            (false, false) => 'N',
        }
    }

    /// p' of U(t, g, (l, p), g', (l', p')): QRR 4, CPC 3. True is the pre-commit phase.
    pub fn next_phase(self, p: bool) -> bool {
        self.right && (p || !self.left)
    }
}

/// Where a thread is with respect to its transactions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// R(t): in the right mover part, pre-commit.
    Right,
    /// L(t): in the left mover part, post-commit.
    Left,
    /// N(t): outside any transaction.
    Outside,
}

impl Class {
    /// What is answered of `t` at `n`. Rules that answer N and L themselves may let them overlap, or leave out more
    /// than R: a thread that is not in N holds the others back.
    pub fn answered(by: &dyn Program, t: Tid, n: Node) -> Class {
        match (by.is_outside(t, n), by.is_left(t, n)) {
            (true, _) => Class::Outside,
            (false, true) => Class::Left,
            (false, false) => Class::Right,
        }
    }
}

/// A mover claim that a property refutes, with a square that shows it.
#[derive(Clone, Debug)]
pub struct FalseClaim {
    pub breach: Breach,
    pub square: Square,
}

/// RM and LM of one program.
#[derive(Clone)]
pub enum Movers {
    /// From the locks that protect each variable, FQ 4.1 and 5.
    Protection(Protection),
    /// Given step by step.
    Table(Table),
}

impl Movers {
    /// The same for stores as another semantics of the program numbers them.
    pub fn renumbered(&self, from: &Semantics<'_>, to: &Semantics<'_>) -> Movers {
        let Movers::Table(table) = self else { return self.clone() };
        let mut all: Vec<_> = table.iter().collect();
        all.sort_by_key(|(key, _)| **key);
        let key = |(t, g, l): (Tid, Global, LocalStore)| (t, to.global_of(from, g), to.local_of(from, l));
        Movers::Table(all.into_iter().map(|(k, moves)| (key(*k), moves.clone())).collect())
    }

    /// The class of every step of `t` at (g, l), in the order of `transitions.steps`.
    pub fn moves(
        &self,
        semantics: &Semantics<'_>,
        (t, g, l): (Tid, Global, LocalStore),
        transitions: &Transitions,
    ) -> Vec<Moves> {
        match self {
            Movers::Protection(protection) => protection.moves(semantics, (t, g, l), transitions),
            Movers::Table(table) => match table.get(&(t, g, l)) {
                Some(moves) => moves.clone(),
                None => vec![Moves::NON; transitions.steps.len()],
            },
        }
    }
}
