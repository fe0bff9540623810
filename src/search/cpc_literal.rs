//! Figure 8 as printed, where it runs: `Execute` (L6) and L16 both advance `choice`, so every second
//! nondeterministic choice is skipped (`models/errata/fx02_double_increment.mover`), and with L19 a branch that blocks
//! after both movers never ends its transaction (`models/errata/fx01_l19.mover`).

use super::{Record, Search, Strategy, search};

#[derive(Default)]
struct Literal;

impl Strategy for Literal {
    fn stride(&self) -> u32 {
        2 // L6 and L16
    }

    fn completes(&mut self, q: &Record<'_>) -> bool {
        !q.phase() && !q.flags.cpc() && !q.flags.rm() // L18, L19
    }
}

pub(super) const SEARCH: Search = search!(
    Literal,
    "cpc-literal",
    "cpc_literal.rs",
    "CPC 4",
    MissesErrors,
    "CPC as printed: it skips every second choice, and line L19 loses branches that block",
    "not all commit points are completed",
    "a commit point, and no left movers lead from it to the end of a transaction (L18, L19)"
);
