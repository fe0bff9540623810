//! Where threads are started and joined, until it is known how many there are.

use crate::ir::{Expr, Place};

/// What is done at a location that starts a thread, or joins one.
#[derive(Clone, Debug)]
pub(crate) enum Site {
    Spawn { procedure: u32, arguments: Vec<Expr>, result: Option<Place> },
    Join { thread: Expr },
}

impl Site {
    /// What a thread is given that is started.
    pub(super) fn arguments(&self) -> &[Expr] {
        match self {
            Site::Spawn { arguments, .. } => arguments,
            Site::Join { .. } => &[],
        }
    }

    /// What the thread runs that is started.
    pub(super) fn procedure(&self) -> Option<u32> {
        match self {
            Site::Spawn { procedure, .. } => Some(*procedure),
            Site::Join { .. } => None,
        }
    }
}
