//! Figure 8 with line L19 as printed and all choices explored: a branch that blocks after both movers never ends its
//! transaction, and nobody else is scheduled in it (`models/errata/fx01_l19.mover`). Without that line, as without the
//! double increment of `choice`, Theorem 7 holds.

use super::{Record, Search, Strategy, search};

#[derive(Default)]
struct L19;

impl Strategy for L19 {
    fn completes(&mut self, q: &Record<'_>) -> bool {
        !q.phase() && !q.flags.cpc() && !q.flags.rm() // L18, L19
    }
}

pub(super) const SEARCH: Search = search!(
    L19,
    "cpc-l19",
    "cpc_l19.rs",
    "CPC 4",
    MissesErrors,
    "CPC with line L19 as printed: it loses branches that block",
    "not all commit points are completed",
    "a commit point, and no left movers lead from it to the end of a transaction (L18, L19)"
);
