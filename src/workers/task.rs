//! What all workers are to do.

use super::exchange::Standing;
use crate::control::{Control, Terms};
use crate::dynamic::Heuristics;
use crate::exploration::Partition;
use crate::ir::Program;
use crate::movers::Movers;
use moverlog_rules::Reduction;

/// What all workers are to do.
pub(super) struct Task {
    pub(super) program: Program,
    pub(super) way: Way,
    pub(super) terms: Terms,
    /// Whether the search ends some time after an error.
    pub(super) enough: bool,
}

/// Rules for several workers.
#[derive(Clone, Copy)]
pub enum Rules {
    /// Those that look at one state at once: they are run on the states of a layer.
    Layers(fn(&dyn moverlog_rules::Program)),
    /// Those of `summaries`.
    Summaries,
}

/// How one comes from states to states.
pub(super) enum Way {
    /// By rules.
    Rules(Box<(Movers, Partition)>, Rules),
    /// By blocks.
    Blocks(&'static Reduction, Heuristics),
}

/// Whether an access has broken an assumption, and what bound was hit.
pub(super) fn standing(met_news: bool, control: &Control<'_>) -> Standing {
    match control.hit() {
        _ if met_news => Standing::Alone,
        Some(bound) if bound.is_of_the_program() => Standing::Alone,
        Some(bound) if bound.ends_the_run() => Standing::Cut,
        _ => Standing::GoesOn,
    }
}
