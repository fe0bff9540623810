//! When the edges of an instrumented graph can be taken (DYN 4.2), as far as that is one and the same in all states.

use crate::dynamic::{Analysis, Direction, StaticMovers, instrumented_edges};
use crate::ir::{Cell, Loc};
use moverlog_rules::{Condition, Conditions, Edge, Guard, Reduction, Tid};

/// The instrumented graph of a program, and its conditions.
pub struct Guards<'a> {
    /// The edges of all threads.
    pub edges: Vec<Edge>,
    statics: StaticMovers,
    /// Keeps what is known of the program together.
    pub analysis: &'a Analysis<'a>,
}

impl<'a> Guards<'a> {
    /// Nothing for a reduction that tests conditions in every state anew.
    pub fn of(analysis: &'a Analysis<'a>, reduction: &Reduction) -> Option<Self> {
        if reduction.conditions != Conditions::Static {
            return None;
        }
        let statics = StaticMovers::new(analysis);
        Some(Guards { edges: instrumented_edges(analysis, &statics, reduction), statics, analysis })
    }

    /// The cells that some action may write.
    pub fn written(&self) -> impl Iterator<Item = Cell> {
        self.analysis.written()
    }

    /// What the guard of an edge says of a thread.
    pub fn says(&self, t: Tid, edge: &Edge) -> Says {
        let (condition, is_if) = match edge.guard {
            Guard::True => return Says::Always,
            Guard::If(condition) => (condition, true),
            Guard::Unless(condition) => (condition, false),
        };
        let moves = |direction| self.statics.moves(direction, t, Loc(edge.from.0.0));
        let (right, left) = (moves(Direction::Right), moves(Direction::Left));
        let (moves, if_enabled) = match condition {
            Condition::Right(_) => (right, false),
            Condition::AllLeft(_) => (left, false),
            Condition::Both(_) | Condition::AllBoth(_) => (left && right, false),
            Condition::AllLeftEnabled(_) => (left, true),
            Condition::AllBothEnabled(_) => (left && right, true),
        };
        match (moves, if_enabled, is_if) {
            (true, true, _) => Says::Enabled(is_if),
            (moves, _, is_if) if moves == is_if => Says::Always,
            _ => Says::Never,
        }
    }
}

/// When an edge can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    Always,
    Never,
    /// Where the action of its location can be performed, or where it cannot.
    Enabled(bool),
}
