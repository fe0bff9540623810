//! Figure 5 of CPC: a thread goes on until it is in N(t), and may so hold all others back for ever.

use super::{Record, Search, Strategy, search};
use moverlog_rules::Program;

#[derive(Default)]
struct Unsound;

impl Strategy for Unsound {
    fn completes(&mut self, q: &Record<'_>) -> bool {
        q.instance.is_outside(q.tid, q.node)
    }
}

pub(super) const SEARCH: Search = search!(
    Unsound,
    "unsound",
    "unsound.rs",
    "CPC 3",
    MissesErrors,
    "Figure 5: transactions that may never end",
    "a transaction that goes on for ever is not ended",
    "outside any transaction"
);
