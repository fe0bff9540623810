//! Commit Point Completion (CPC 4) with line L19: other threads are scheduled at the last commit
//! point of each branch that leads to no end of the transaction.
//!
//! DIVERGENCE: printed, L19 lets a transaction end at its commit points alone. A branch that blocks
//! after both movers then never ends, and nobody else is scheduled in it (`models/errata/fx01_l19.mover`).
//! A state without enabled steps ends it here, as the prose on Figure 2 has it.

use super::{Record, Search, Strategy, search};

#[derive(Default)]
struct Cpc;

impl Strategy for Cpc {
    fn completes(&mut self, q: &Record<'_>) -> bool {
        let commit_point = !q.flags.rm();
        !q.phase() && (!q.flags.cpc() && commit_point || !q.flags.stepped()) // L18, L19
    }
}

pub(super) const SEARCH: Search = search!(
    Cpc,
    "cpc",
    "cpc.rs",
    "CPC 4",
    Sound,
    "Commit Point Completion: transactions end at commit points that nothing else completes",
    "commit points are completed",
    "a commit point, and no left movers lead from it to the end of a transaction (L18, L19)"
);
