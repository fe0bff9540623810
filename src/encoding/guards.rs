//! When the edges of an instrumented graph can be taken (DYN 4.2): always, never, or where a formula of Table 2 holds.

use crate::dynamic::{Analysis, Direction, Formula, StaticMovers, Table2, instrumented_edges};
use crate::ir::{Cell, Loc};
use moverlog_rules::{Condition, Conditions, Edge, Guard, Reduction, Tid};
use std::rc::Rc;

/// The instrumented graph of a program, and its conditions.
pub struct Guards<'a> {
    /// The edges of all threads.
    pub edges: Vec<Edge>,
    statics: StaticMovers,
    /// Table 2, for a reduction that goes by it.
    formulas: Option<Table2<'a>>,
    /// What is known of the program.
    pub analysis: &'a Analysis<'a>,
}

impl<'a> Guards<'a> {
    /// Nothing for a reduction whose conditions are no formulas.
    pub fn of(analysis: &'a Analysis<'a>, reduction: &Reduction) -> Option<Self> {
        let formulas = match reduction.conditions {
            Conditions::Static => None,
            Conditions::Formulas => Some(Table2::new(analysis)),
            Conditions::Dynamic => return None,
        };
        let statics = StaticMovers::new(analysis);
        Some(Guards { edges: instrumented_edges(analysis, &statics, reduction), statics, formulas, analysis })
    }

    /// The cells that some action may write.
    pub fn written(&self) -> impl Iterator<Item = Cell> {
        self.analysis.written()
    }

    /// Whether the guard of an edge asks if the action of its location can be performed.
    pub fn asks(&self, edge: &Edge) -> bool {
        let enabled = |c| matches!(c, Condition::AllLeftEnabled(_) | Condition::AllBothEnabled(_));
        matches!(edge.guard, Guard::If(c) | Guard::Unless(c) if enabled(c))
    }

    /// What the condition of an edge says of a thread, besides that.
    pub fn moves(&self, t: Tid, edge: &Edge) -> Vec<Rc<Formula>> {
        let directions: &[Direction] = match edge.guard {
            Guard::True => &[],
            Guard::If(c) | Guard::Unless(c) => match c {
                Condition::Right(_) => &[Direction::Right],
                Condition::AllLeft(_) | Condition::AllLeftEnabled(_) => &[Direction::Left],
                Condition::Both(_) | Condition::AllBoth(_) | Condition::AllBothEnabled(_) => {
                    &[Direction::Right, Direction::Left]
                }
            },
        };
        directions.iter().map(|direction| self.formula(*direction, t, Loc(edge.from.0.0))).collect()
    }

    fn formula(&self, direction: Direction, t: Tid, l: Loc) -> Rc<Formula> {
        match &self.formulas {
            Some(table) => table.condition(&self.statics, direction, t, l),
            None => Rc::new(if self.statics.moves(direction, t, l) { Formula::True } else { Formula::False }),
        }
    }
}
