//! Depth-first searches whose answer depends on the order of the stack: Commit Point Completion
//! (CPC 4) and its rivals. Datalog has no order, so they are no rulesets.
//!
//! `traversal.rs` is Figure 8 of CPC, line by line; a [`Strategy`] decides at three of its lines
//! where a transaction ends, so that all threads are scheduled. There is one strategy a file.
//!
//! Conventions: local steps, calls and returns are both movers; every state is either global or
//! local to its thread; a search does not end at an error.

mod audit;
mod traversal;

mod cpc;
mod cpc_l19;
mod cpc_literal;
mod cpc_maximal;
mod cycle;
mod scc;
mod unsound;

pub use audit::{Audit, audit};
pub use traversal::{Event, Flags, Record, Strategy, Table, Watcher, Why};

use crate::exploration::Instance;
use moverlog_rules::Claim;

/// One strategy, and what is said of it.
pub struct Search {
    /// The name on the command line and of its file.
    pub name: &'static str,
    pub paper: &'static str,
    pub claim: Claim,
    pub summary: &'static str,
    /// How it sees to it that committed transactions end.
    pub completion: &'static str,
    /// What its lines L18 and L19 say of a state in which they end a transaction.
    pub because: &'static str,
    /// The text of the strategy and of the traversal.
    pub sources: [&'static str; 2],
    run: fn(&Instance<'_>) -> Table,
    watch: fn(&Instance<'_>, &mut dyn Watcher) -> Table,
}

/// Every search, in the order in which they are listed to users.
pub const SEARCHES: &[Search] =
    &[unsound::SEARCH, cpc::SEARCH, cpc_maximal::SEARCH, cycle::SEARCH, scc::SEARCH, cpc_literal::SEARCH];

/// Searches with one line as printed: they run by their names, and are not in the lists.
pub const READINGS: &[Search] = &[cpc_l19::SEARCH];

impl Search {
    pub fn run(&self, instance: &Instance<'_>) -> Table {
        (self.run)(instance)
    }

    /// Tells `watcher` everything it does.
    pub fn watch(&self, instance: &Instance<'_>, watcher: &mut dyn Watcher) -> Table {
        (self.watch)(instance, watcher)
    }

    /// Whether Lemma 4 and Theorem 6 hold of a complete search, as they must if it is sound.
    pub fn passes_audit(&self, instance: &Instance<'_>, table: &Table) -> bool {
        self.claim != Claim::Sound || audit(instance, table).is_empty()
    }
}

/// Searches as a strategy decides that need not be listed.
pub fn explore<S: Strategy>(instance: &Instance<'_>, strategy: S) -> Table {
    traversal::Traversal::new(instance, strategy, ()).run()
}

/// A search by the strategy that its file defines.
macro_rules! search {
    ($Strategy:ty, $name:literal, $file:literal, $paper:literal, $claim:ident, $summary:literal, $completion:literal, $because:literal) => {
        $crate::search::Search {
            name: $name,
            paper: $paper,
            claim: moverlog_rules::Claim::$claim,
            summary: $summary,
            completion: $completion,
            because: $because,
            sources: [include_str!($file), include_str!("traversal.rs")],
            watch: |instance, watcher| {
                $crate::search::traversal::Traversal::new(instance, <$Strategy>::default(), watcher).run()
            },
            run: |instance| $crate::search::explore(instance, <$Strategy>::default()),
        }
    };
}
use search;
