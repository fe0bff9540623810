//! Dynamic reduction (DYN): transactions whose extent is decided in each state, by moving conditions.
//!
//! The rules (`moverlog-rules`) say what becomes of a control-flow graph and how blocks make up a run;
//! here are the graph, the conditions, and the states. Phases of other engines are unknown here.

mod analysis;
mod atomic;
mod clash;
mod conditions;
mod exploration;
mod flow;
mod footprint;
mod foreign;
mod groups;
mod kinds;
mod layer;
mod locks;
mod meeting;
mod memo;
mod pointer;
mod reach;
mod statics;
mod table2;
mod touched;
mod words;

pub use analysis::Analysis;
pub use conditions::Direction;
pub use exploration::{Exploration, Share, instrumented_edges, others};
pub use flow::{graph, sink};
pub use groups::groups;
pub use layer::Met;
pub use statics::StaticMovers;
pub use table2::{Formula, Pointee, Table2, Test};
pub use touched::{Other, Situation, Touched};
pub use words::{Also, Moving, Others, Past, Saying, Way, sayings};

/// Which of DYN's heuristics sharpen the moving conditions, on top of reachability (DYN Table 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heuristics {
    /// Pointers and indices that nobody changes any more.
    pub pointer: bool,
    /// Compare-and-swap instructions that do not write.
    pub atomic: bool,
    /// Mutexes that the thread holds.
    pub locks: bool,
}

impl Heuristics {
    pub const ALL: Heuristics = Heuristics { pointer: true, atomic: true, locks: true };
    pub const NONE: Heuristics = Heuristics { pointer: false, atomic: false, locks: false };

    pub fn any(self) -> bool {
        self != Heuristics::NONE
    }
}
