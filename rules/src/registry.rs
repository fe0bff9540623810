//! What is said of a ruleset besides its rules, and what running one gives.

use crate::{Frame, Kind, Mutex, Node, Program, Tid, Variable};
use std::borrow::Cow;

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

/// The [`completion`](Ruleset::completion) of rulesets that choose nodes.
pub const THEOREM_6: &str = "Theorem 6";

/// One assembled set of rules.
pub struct Ruleset {
    /// The name on the command line and of its file.
    pub name: &'static str,
    /// The paper and its section.
    pub paper: &'static str,
    /// What may be concluded from a run without error.
    pub claim: Claim,
    /// In a line.
    pub summary: &'static str,
    /// The condition by which every committed transaction ends, to be established with each verdict.
    /// Nothing for a ruleset without transactions: its steps carry no phases.
    pub completion: Option<&'static str>,
    /// How protecting sets are inferred by its own rules; nothing if they are given.
    pub inference: Option<Inference>,
    /// The text of the files whose rules it assembles, the one that says what is special first.
    pub sources: &'static [&'static str],
    /// Runs it to its fixpoint.
    pub solve: Solve,
}

impl Ruleset {
    /// Whether threads are held back inside transactions.
    pub fn reduces(&self) -> bool {
        self.completion.is_some()
    }

    /// Whether it derives summaries of procedures (QRR 5).
    pub fn summarizes(&self) -> bool {
        self.solve.relations.contains(&"PathEdge")
    }

    /// Whether a transaction that ends nowhere by itself ends at nodes that a run before has chosen, and not at
    /// locations (LFS).
    pub fn chooses_nodes(&self) -> bool {
        self.completion == Some(THEOREM_6)
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
    /// As Theorem 6.1 has it, a run starts from Mz = MutexVar for every z, and locks alone protect. Without, it starts
    /// from more: nobody writes z, or one thread alone accesses it (FQ 5.1). A [`System`](crate::System) does not say
    /// who writes what, and starts from mutexes alone in any case.
    pub mutexes_alone: bool,
}

/// A fixpoint.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Solution {
    /// The size of each relation.
    pub relations: Vec<(Cow<'static, str>, usize)>,
    /// The facts of level II, for a ruleset that summarizes.
    pub summaries: Option<Summaries>,
    /// Locks that were not held at an access to a variable they were to protect.
    pub removed: Vec<(Variable, Mutex)>,
}

/// Runs an assembled program.
#[derive(Clone, Copy)]
pub struct Solve {
    /// The relations that are measured.
    pub relations: &'static [&'static str],
    /// Runs it to its fixpoint.
    pub run: fn(&dyn Program) -> Solution,
}

impl std::ops::Deref for Solve {
    type Target = fn(&dyn Program) -> Solution;

    fn deref(&self) -> &Self::Target {
        &self.run
    }
}

/// The relations of Ruleset 3 that a run hands on, for another macro.
macro_rules! level_ii {
    ($then:ident!($($given:tt)*)) => {
        $crate::registry::$then! { ($($given)*)
            path_edges: PathEdge(Tid, Node, Node, Truth);
            sum: Sum(Tid, Node, Node);
            sum_plus: SumPlus(Tid, Node, Node, Frame);
            sum_minus: SumMinus(Tid, Node, Frame, Node);
            mark: Mark(Tid, Node);
            call: Call(Tid, Node, Node, Frame);
            endless: Endless(Tid, Node, Node);
            recursive: Recursive(Tid, Frame);
            non_transactional: NonTransactional(Tid, Frame, Node, Node);
        }
    };
}
pub(crate) use level_ii;

macro_rules! declare {
    (() $($field:ident: $Relation:ident($($K:ident),*);)*) => {
        /// What QRR Ruleset 3 derives; each relation as its source documents it.
        #[derive(Clone, PartialEq, Eq, Default, Debug)]
        pub struct Summaries {
            $(
                #[doc = concat!("`", stringify!($Relation), "`.")]
                pub $field: Vec<($($K),*)>,
            )*
        }

        impl Summaries {
            /// The relations, and what their columns hold.
            pub const RELATIONS: &[(&str, &[Kind])] = &[$((stringify!($Relation), &[$(Kind::$K),*])),*];

            /// Of a run of any rules with these relations, from their rows.
            pub fn read<'r, R: Iterator<Item = &'r [u32]>>(rows: impl Fn(&str) -> R) -> Summaries {
                Summaries {$(
                    $field: rows(stringify!($Relation)).map(|row| {
                        let mut row = row.iter();
                        let mut atom = || *row.next().expect("a row has all columns");
                        ($($K(atom())),*)
                    }).collect(),
                )*}
            }
        }
    };
}
use declare;

type Truth = bool;

#[allow(non_snake_case, reason = "as the constructors of atoms")]
fn Truth(atom: u32) -> bool {
    atom != 0
}

level_ii!(declare!());

/// What a compiled run derived.
macro_rules! take {
    (($rules:ident) $($field:ident: $Relation:ident($($K:ident),*);)*) => {
        $crate::Summaries { $($field: std::mem::take(&mut $rules.$Relation)),* }
    };
}
pub(crate) use take;

/// Runs an assembled program once, as ascent's indices are wrong on a second run, and measures its relations.
macro_rules! solve {
    ($Rules:ident, [$($relation:ident),*] $(, $field:ident: |$rules:ident| $taken:expr)?) => {
        $crate::registry::Solve {
            relations: &[$(stringify!($relation)),*],
            run: |program| {
                let mut rules = $Rules { Prog: vec![($crate::Oracle(program),)], ..Default::default() };
                rules.run();
                let relations = vec![$((std::borrow::Cow::Borrowed(stringify!($relation)), rules.$relation.len())),*];
                $(
                    let $rules = &mut rules;
                    let $field = $taken;
                )?
                $crate::registry::leave(program, rules);
                $crate::Solution { relations, $($field,)? ..Default::default() }
            },
        }
    };
}
pub(crate) use solve;

/// As `solve!`, for programs with lock inference.
macro_rules! solve_locks {
    ($Rules:ident) => {
        $crate::registry::solve!($Rules, [Sigma, Removed], removed: |rules| std::mem::take(&mut rules.Removed))
    };
}
pub(crate) use solve_locks;

/// As `solve!`, for programs with Rulesets 2 and 3 and C3'.
macro_rules! solve_summaries {
    ($Rules:ident) => {
        $crate::registry::solve!(
            $Rules,
            [Omega, PathEdge, Sum, SumPlus, SumMinus, Mark],
            summaries: |rules| Some($crate::registry::level_ii!(take!(rules)))
        )
    };
}
pub(crate) use solve_summaries;

/// Frees what was derived, unless that is left to the system.
pub(crate) fn leave<R>(program: &dyn Program, rules: R) {
    if program.leaves_memory() {
        std::mem::forget(rules);
    }
}
