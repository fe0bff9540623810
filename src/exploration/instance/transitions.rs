//! The steps between stored states, kept one by one for whoever draws them.

use super::Instance;
use moverlog_rules::{State, Tid};

impl Instance<'_> {
    /// From now on every transition is kept, and not just counted.
    pub fn keep_transitions(&self) {
        *self.kept_transitions.borrow_mut() = Some(vec![]);
    }

    /// The transitions that were kept, in the order in which they were taken: from where, by whom, to where.
    pub fn kept_transitions(&self) -> Vec<(State, Tid, State)> {
        self.kept_transitions.borrow().clone().unwrap_or_default()
    }
}
