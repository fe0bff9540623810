//! DYN's Table 2 as it is printed: for each action a formula over the locations of other threads and over data, found
//! from the control-flow graphs alone.
//!
//! The rows are reachability, static pointer dereference and monotonic atomic; their disjunction is a moving condition
//! again. A fourth row is ours: mutexes that the thread holds. `foreign.rs` finds more, by a fixpoint from each state,
//! which no small formula says.

mod formula;
mod ground;
mod looks;
mod rows;

pub use formula::{Formula, Pointee, Test};

use super::analysis::Analysis;
use super::conditions::Direction;
use super::statics::StaticMovers;
use super::touched::{Other, Situation};
use crate::ir::Loc;
use ground::Ground;
use looks::Looks;
use moverlog_rules::Tid;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// c^R and c^L of every action, by the heuristics of the analysis; what is asked is found when it is asked first.
pub struct Table2<'a> {
    analysis: &'a Analysis<'a>,
    ground: Ground<'a, 'a>,
    found: RefCell<FxHashMap<(Tid, Loc, Direction), Rc<Formula>>>,
}

impl<'a> Table2<'a> {
    pub fn new(analysis: &'a Analysis<'a>) -> Self {
        Table2 { analysis, ground: Ground::new(analysis), found: RefCell::default() }
    }

    /// When the action of a thread at a location is a right, or a left mover, but for what `statics` says of all
    /// states. All edges out of a location are outcomes of its one action, and have one formula.
    ///
    /// Once a bound is hit nothing moves.
    pub fn condition(&self, statics: &StaticMovers, direction: Direction, t: Tid, l: Loc) -> Rc<Formula> {
        let key = (t, l, direction);
        if let Some(known) = self.found.borrow().get(&key) {
            return known.clone();
        }
        let always = statics.moves(direction, t, l);
        let condition = if always { Formula::True } else { rows::condition(&self.ground, direction, t, l) };
        let condition = Rc::new(if self.analysis.semantics.goes_on() { condition } else { Formula::False });
        self.found.borrow_mut().insert(key, condition.clone());
        condition
    }

    /// Whether a formula about the next action of the thread that stays holds, the others being `threads`; it may
    /// itself be one of them.
    pub fn holds(&self, formula: &Formula, here: Situation, threads: &[Other]) -> bool {
        let looks = Looks { analysis: self.analysis, here, threads };
        formula.holds(&mut |test| looks.holds(test))
    }
}
