//! What is said of one of DYN's reductions besides its rules.

use crate::instrumented::{Edge, Graph, Instrumented};
use crate::{Claim, Solution};

/// When moving conditions are tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conditions {
    /// In every state anew, by all that others may do from there.
    Dynamic,
    /// In every state anew, as formulas that are the same for all states (DYN Table 2).
    Formulas,
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

/// What instruments a control-flow graph and explores what comes of it.
pub trait Instrument {
    /// The name that runs are reported by.
    fn name(&self) -> &str;

    /// When its moving conditions are tested.
    fn conditions(&self) -> Conditions;

    /// The edges, in the order of their numbers.
    fn edges(&self, graph: &Graph) -> Vec<Edge>;

    /// The same, as far as they are found before so many facts do not let the run go on.
    fn edges_within(&self, graph: &Graph, _affords: &dyn Fn(usize) -> bool) -> Vec<Edge> {
        self.edges(graph)
    }

    /// Explores a program whose threads follow the edges, to the fixpoint.
    fn explore(&self, graph: &Graph, program: &dyn Instrumented) -> Solution;
}

const BLOCKS: &str = include_str!("dyn_blocks.rules");

impl Reduction {
    /// The relation that a run measures: the states that blocks reach.
    pub const RELATION: &str = "Sigma";

    /// The rules of Theorem 4.1, as they are read and interpreted.
    pub fn blocks(&self) -> &'static str {
        BLOCKS
    }
}

impl Instrument for Reduction {
    fn name(&self) -> &str {
        self.name
    }

    fn conditions(&self) -> Conditions {
        self.conditions
    }

    fn edges(&self, graph: &Graph) -> Vec<Edge> {
        (self.instrument)(graph)
    }

    fn explore(&self, _: &Graph, program: &dyn Instrumented) -> Solution {
        crate::reduce(program)
    }
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
