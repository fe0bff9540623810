//! What is said of one of DYN's reductions besides its rules.

use crate::Claim;
use crate::instrumented::{Edge, Graph};

/// When moving conditions are tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conditions {
    /// In every state anew.
    Dynamic,
    /// Once, for all states.
    Static,
}

/// An instrumentation, to be explored by the rules of Theorem 4.1.
pub struct Reduction {
    /// The name on the command line.
    pub name: &'static str,
    /// The paper and its section.
    pub paper: &'static str,
    /// What may be concluded from a run without error.
    pub claim: Claim,
    /// In a line.
    pub summary: &'static str,
    /// When its moving conditions are tested.
    pub conditions: Conditions,
    /// The text of the files whose rules it assembles, the one that says what is special first.
    pub sources: &'static [&'static str],
    /// Runs its rules on a control-flow graph; the edges in the order of their numbers.
    pub instrument: fn(&Graph) -> Vec<Edge>,
}

impl Reduction {
    /// The relation that a run measures: the states that blocks reach.
    pub const RELATION: &str = "Sigma";
}

/// Runs an assembled instrumentation once.
macro_rules! instrument {
    ($Rules:ident) => {
        |graph| {
            let mut rules = $Rules::default();
            $crate::dynamic_registry::instrument!(rules, graph)
        }
    };
    ($rules:ident, $graph:ident) => {{
        $rules.Delta = $graph.delta.clone();
        $rules.At = $graph.locations.iter().map(|l| (*l,)).collect();
        $rules.Sink = $graph.sinks.iter().map(|l| (*l,)).collect();
        $rules.Lfs = $graph.lfs.iter().map(|l| (*l,)).collect();
        $rules.run();
        let edge = |(from, guard, action, to)| $crate::instrumented::Edge { from, guard, action, to };
        let mut edges: Vec<_> = $rules.Instrumented.into_iter().map(edge).collect();
        edges.sort_unstable();
        edges
    }};
}
pub(crate) use instrument;
