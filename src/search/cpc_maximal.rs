//! Commit Point Completion without line L19: transactions are as long as they can be.

use super::{Record, Search, Strategy, search};

#[derive(Default)]
struct Maximal;

impl Strategy for Maximal {
    fn completes(&mut self, q: &Record<'_>) -> bool {
        !q.phase() && !q.flags.cpc() // L18
    }
}

pub(super) const SEARCH: Search = search!(
    Maximal,
    "cpc-maximal",
    "cpc_maximal.rs",
    "CPC 4",
    Sound,
    "CPC without line L19: transactions end as late as possible",
    "commit points are completed",
    "post-commit, and no left movers lead from it to the end of a transaction (L18)"
);
