//! Cycle detection (CPC 1 and 5): post-commit a transaction ends where a step leads back to a
//! state on the stack, and where nothing is enabled.

use super::{Record, Search, Strategy, search};
use moverlog_rules::State;

#[derive(Default)]
struct Cycle;

impl Strategy for Cycle {
    fn revisits(&mut self, q: &Record<'_>, _to: State, on_stack: bool) -> bool {
        on_stack && !q.phase()
    }

    fn completes(&mut self, q: &Record<'_>) -> bool {
        !q.phase() && !q.flags.stepped()
    }
}

pub(super) const SEARCH: Search = search!(
    Cycle,
    "cycle",
    "cycle.rs",
    "CPC 5",
    Sound,
    "cycle detection: transactions end where a cycle closes post-commit",
    "post-commit cycles end transactions",
    "post-commit"
);
