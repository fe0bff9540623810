//! What one worker explores: states by rules, or by blocks.

use super::exchange::Said;
use crate::exploration::{Others, Step, Stored};
use moverlog_rules::State;
use std::rc::Rc;

/// States, from one of which others are reached by steps or by blocks.
pub(super) trait Explorer<'a> {
    /// The states, and what they consist of.
    fn stored(&self) -> Stored<'_, 'a>;

    /// The initial state.
    fn initial(&self) -> State;

    /// Runs the rules on these states. How each was found of the states that were new, in the order of their numbers:
    /// the steps begin at places of `states`.
    fn expand(&self, states: Rc<[State]>, others: Rc<dyn Others>) -> Vec<Step>;

    /// Whether an assumption is broken under which it explores.
    fn met_news(&self) -> bool {
        false
    }

    /// What there is to be said at the end, of states that belong to this worker and of nodes.
    fn said(&self, owns: &dyn Fn(State) -> bool) -> Said;
}
