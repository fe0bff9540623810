//! What is said of a ruleset besides its rules, and what running one gives.

use crate::{Frame, Mutex, Node, Program, Tid, Variable};

/// What may be concluded from a run that found no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// No thread goes wrong, provided the side conditions hold.
    Sound,
    /// Nothing: the ruleset is kept to show what its printed form misses.
    MissesErrors,
    /// No thread goes wrong; counts depend on the order of evaluation.
    OrderDependent,
}

/// One assembled set of rules.
pub struct Ruleset {
    /// The name on the command line and of its file.
    pub name: &'static str,
    pub paper: &'static str,
    pub claim: Claim,
    pub summary: &'static str,
    /// The condition by which every committed transaction ends, to be established with each verdict.
    /// Nothing for a ruleset without transactions: its steps carry no phases.
    pub completion: Option<&'static str>,
    /// How protecting sets are inferred by its own rules; nothing if they are given.
    pub inference: Option<Inference>,
    /// The text of the files whose rules it assembles, the one that says what is special first.
    pub sources: &'static [&'static str],
    /// Runs it to its fixpoint.
    pub solve: fn(&dyn Program) -> Solution,
}

impl Ruleset {
    /// Whether threads are held back inside transactions.
    pub fn reduces(&self) -> bool {
        self.completion.is_some()
    }
}

/// What makes lock inference (FQ 6) one algorithm or another, besides its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inference {
    /// Once locks have been removed, states reached before are kept.
    pub keeps_states: bool,
    /// Acquires are right movers, as accesses under a lock are. Without, transactions are one step and
    /// the left movers behind it.
    pub right_movers: bool,
    /// An access counts even where it blocks.
    pub blocked_accesses: bool,
}

/// A fixpoint.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Solution {
    /// The size of each relation.
    pub relations: Vec<(&'static str, usize)>,
    /// The facts of level II, for a ruleset that summarizes.
    pub summaries: Option<Summaries>,
    /// Locks that were not held at an access to a variable they were to protect.
    pub removed: Vec<(Variable, Mutex)>,
}

/// What QRR Ruleset 3 derives; each relation as its source documents it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summaries {
    pub path_edges: Vec<(Tid, Node, Node, bool)>,
    pub sum: Vec<(Tid, Node, Node)>,
    pub sum_plus: Vec<(Tid, Node, Node, Frame)>,
    pub sum_minus: Vec<(Tid, Node, Frame, Node)>,
    pub mark: Vec<(Tid, Node)>,
    pub call: Vec<(Tid, Node, Node, Frame)>,
    /// Path edges that break C3'.
    pub endless: Vec<(Tid, Node, Node)>,
    /// Frames that occur twice on a stack.
    pub recursive: Vec<(Tid, Frame)>,
    /// With a recursive frame on its stack, t gets from one node to another, which is outside.
    pub non_transactional: Vec<(Tid, Frame, Node, Node)>,
}

/// Runs an assembled program once and measures its relations.
macro_rules! solve {
    ($Rules:ident, [$($relation:ident),*]) => {
        |program| {
            let rules = $crate::registry::run!($Rules, program);
            let relations = vec![$((stringify!($relation), rules.$relation.len())),*];
            $crate::registry::leave(program, rules);
            $crate::Solution { relations, ..Default::default() }
        }
    };
}
pub(crate) use solve;

/// As `solve!`, for programs with lock inference.
macro_rules! solve_locks {
    ($Rules:ident) => {
        |program| {
            let mut rules = $crate::registry::run!($Rules, program);
            let relations = vec![("Sigma", rules.Sigma.len()), ("Removed", rules.Removed.len())];
            let removed = std::mem::take(&mut rules.Removed);
            $crate::registry::leave(program, rules);
            $crate::Solution { relations, removed, ..Default::default() }
        }
    };
}
pub(crate) use solve_locks;

/// As `solve!`, for programs with Rulesets 2 and 3 and C3'.
macro_rules! solve_summaries {
    ($Rules:ident) => {
        |program| {
            let mut rules = $crate::registry::run!($Rules, program);
            let relations = vec![
                ("Omega", rules.Omega.len()),
                ("PathEdge", rules.PathEdge.len()),
                ("Sum", rules.Sum.len()),
                ("SumPlus", rules.SumPlus.len()),
                ("SumMinus", rules.SumMinus.len()),
                ("Mark", rules.Mark.len()),
            ];
            let summaries = $crate::Summaries {
                path_edges: std::mem::take(&mut rules.PathEdge),
                sum: std::mem::take(&mut rules.Sum),
                sum_plus: std::mem::take(&mut rules.SumPlus),
                sum_minus: std::mem::take(&mut rules.SumMinus),
                mark: std::mem::take(&mut rules.Mark),
                call: std::mem::take(&mut rules.Call),
                endless: std::mem::take(&mut rules.Endless),
                recursive: std::mem::take(&mut rules.Recursive),
                non_transactional: std::mem::take(&mut rules.NonTransactional),
            };
            $crate::registry::leave(program, rules);
            $crate::Solution { relations, summaries: Some(summaries), ..Default::default() }
        }
    };
}
pub(crate) use solve_summaries;

/// A program value is run once: ascent's indices are wrong on a second run.
macro_rules! run {
    ($Rules:ident, $program:ident) => {{
        let mut rules = $Rules { Prog: vec![($crate::Oracle($program),)], ..Default::default() };
        rules.run();
        rules
    }};
}
pub(crate) use run;

/// Frees what was derived, unless that is left to the system.
pub(crate) fn leave<R>(program: &dyn Program, rules: R) {
    if program.leaves_memory() {
        std::mem::forget(rules);
    }
}
