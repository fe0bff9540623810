//! What is said of a ruleset besides its rules, and what running one gives.

use crate::Program;

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
    /// Whether steps carry phases and threads are held back inside transactions.
    pub reduces: bool,
    /// The text of the files whose rules it assembles, the one that says what is special first.
    pub sources: &'static [&'static str],
    /// Runs it to its fixpoint.
    pub solve: fn(&dyn Program) -> Solution,
}

/// The size of each relation at the fixpoint.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Solution {
    pub relations: Vec<(&'static str, usize)>,
}

/// Runs an assembled program once and measures its relations.
macro_rules! solve {
    ($Rules:ident, [$($relation:ident),*]) => {
        |program| {
            let mut rules = $Rules { Prog: vec![($crate::Oracle(program),)], ..Default::default() };
            rules.run();
            $crate::Solution { relations: vec![$((stringify!($relation), rules.$relation.len())),*] }
        }
    };
}
pub(crate) use solve;
