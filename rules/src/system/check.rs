//! From a system and a ruleset to a verdict.

use super::explicit::Explicit;
use super::letters::{Breach, breach, within_reach};
use super::path::{Path, path_to};
use super::{System, completion};
use crate::{Claim, Ruleset, Solution, State};
use std::fmt;

/// What a check may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// States that the ruleset stores.
    pub states: usize,
    /// Frames on one thread's stack.
    pub stack: u32,
    /// States of the unreduced program on which letters are tried. If it has more, nothing is safe
    /// under a ruleset that reduces.
    pub tried: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { states: 1_000_000, stack: 100, tried: 1_000_000 }
    }
}

/// What is known of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict<G, L> {
    /// No thread goes wrong: the ruleset claims so, and every condition of that claim was tried and holds.
    Safe,
    /// The last step of this execution goes wrong; it was performed again, without phases or rules.
    Wrong(Path<G, L>),
    Inconclusive(Reason<G, L>),
}

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason<G, L> {
    /// The bound on states was hit.
    States,
    /// The bound on stacks was hit.
    Stack,
    /// The ruleset may miss errors, or has not reached any state.
    Claim,
    /// The ruleset asks this question, which a [`System`] does not answer.
    Unanswered(&'static str),
    /// The unreduced program has too many states, or too large stacks, to try the letters on.
    Untried,
    /// A step does not move as its letter says.
    Mover(Breach<G, L>),
    /// Committed transactions do not end, wherever a thread rests.
    Completion,
    /// A thread goes wrong by the rules, but the execution was not found within the bounds, or the system
    /// does not repeat it.
    Unrepeated,
}

/// What a check has found out.
pub struct Outcome<'s, S: System> {
    pub verdict: Verdict<S::Global, S::Local>,
    /// States and transitions of the last exploration.
    pub states: usize,
    pub transitions: u64,
    /// How many explorations it took until every committed transaction could end.
    pub rounds: usize,
    /// Local stores that end a transaction after its commit, so that it does end (LFS).
    pub resting: Vec<S::Local>,
    /// The last fixpoint.
    pub solution: Solution,
    /// Tells what its atoms stand for.
    pub program: Explicit<&'s S>,
}

/// Checks `system` by `ruleset`, side conditions too. Where a bound is hit, or a condition was not tried or
/// fails, nothing is known, and that is said.
pub fn check<'s, S: System>(system: &'s S, ruleset: &Ruleset, bounds: Bounds) -> Outcome<'s, S> {
    let (mut resting, mut rounds) = (vec![], 0);
    loop {
        rounds += 1;
        let program = Explicit::with_resting(system, bounds, ruleset.reduces(), &resting);
        let solution = (ruleset.solve)(&program);
        let (states, transitions) = (program.states().count(), program.transition_count());
        let verdict = match known(&program, ruleset, bounds) {
            Some(verdict) => verdict,
            None => {
                let endless = completion::violations(&program, &solution);
                let further = endless.iter().filter(|l| !resting.contains(l)).cloned().collect::<Vec<_>>();
                if !further.is_empty() {
                    resting.extend(further);
                    continue;
                }
                if endless.is_empty() { moving(system, bounds) } else { Verdict::Inconclusive(Reason::Completion) }
            }
        };
        return Outcome { verdict, states, transitions, rounds, resting, solution, program };
    }
}

/// What a fixpoint says, unless it rests on conditions that are to be tried.
fn known<S: System>(program: &Explicit<&S>, ruleset: &Ruleset, bounds: Bounds) -> Option<Verdict<S::Global, S::Local>> {
    if let Some(s) = program.first_wrong() {
        return Some(wrong(program, s, bounds));
    }
    let open = open(program, ruleset).map(Verdict::Inconclusive);
    open.or((!ruleset.reduces()).then_some(Verdict::Safe))
}

/// Why a fixpoint without error says nothing.
fn open<S: System>(program: &Explicit<&S>, ruleset: &Ruleset) -> Option<Reason<S::Global, S::Local>> {
    if let Some(question) = program.unanswered() {
        Some(Reason::Unanswered(question))
    } else if program.is_full() {
        Some(Reason::States)
    } else if !program.cut().is_empty() {
        Some(Reason::Stack)
    } else {
        let says_nothing = ruleset.claim == Claim::MissesErrors || program.states().next().is_none();
        says_nothing.then_some(Reason::Claim)
    }
}

fn wrong<S: System>(program: &Explicit<&S>, s: State, bounds: Bounds) -> Verdict<S::Global, S::Local> {
    match path_to(program, s, bounds.states) {
        Some(path) => Verdict::Wrong(path),
        None => Verdict::Inconclusive(Reason::Unrepeated),
    }
}

/// Safe if all letters are true, which only the unreduced program tells.
fn moving<S: System>(system: &S, bounds: Bounds) -> Verdict<S::Global, S::Local> {
    if letters_hold(system, bounds) {
        return Verdict::Safe;
    }
    let all = interleavings(system, bounds);
    match all.first_wrong() {
        Some(s) => wrong(&all, s, bounds),
        None => doubt(&all).map_or(Verdict::Safe, Verdict::Inconclusive),
    }
}

/// Why the letters of `system` cannot be relied on: one is false, or they could not all be tried.
pub fn doubts<S: System>(system: &S, bounds: Bounds) -> Option<Reason<S::Global, S::Local>> {
    if letters_hold(system, bounds) { None } else { doubt(&interleavings(system, bounds)) }
}

/// Whether they do wherever threads might get, which is finite for recursive procedures too.
fn letters_hold<S: System>(system: &S, bounds: Bounds) -> bool {
    let program = Explicit::new(system, bounds, false);
    within_reach(&program, bounds.tried).is_some_and(|stores| breach(&program, &stores).is_none())
}

fn interleavings<S: System>(system: &S, bounds: Bounds) -> Explicit<&S> {
    let all = Explicit::new(system, Bounds { states: bounds.tried, ..bounds }, false);
    (crate::interleaving::RULESET.solve)(&all);
    all
}

fn doubt<S: System>(all: &Explicit<&S>) -> Option<Reason<S::Global, S::Local>> {
    if all.is_full() || !all.cut().is_empty() {
        return Some(Reason::Untried);
    }
    let stores: Vec<_> = all.states().map(|s| all.stores_in(s)).collect();
    breach(all, &stores).map(Reason::Mover)
}

impl<G: fmt::Debug, L: fmt::Debug> fmt::Display for Verdict<G, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Safe => write!(f, "safe"),
            Verdict::Inconclusive(reason) => write!(f, "inconclusive: {reason}"),
            Verdict::Wrong(path) => {
                write!(f, "wrong:")?;
                let mut steps = path.iter();
                steps.try_for_each(|(t, s)| write!(f, "\n  T{} {:?} {:?} {:?}", t.0, s.mover, s.effect, s.global))
            }
        }
    }
}

impl<G: fmt::Debug, L: fmt::Debug> fmt::Display for Reason<G, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::States => write!(f, "the bound on states was hit"),
            Reason::Stack => write!(f, "the bound on stacks was hit"),
            Reason::Claim => write!(f, "this ruleset misses errors"),
            Reason::Unanswered(question) => write!(f, "the program does not answer `{question}`"),
            Reason::Untried => write!(f, "the program is too large to try its movers"),
            Reason::Mover(Breach { property, global, threads: [(t, l), (u, l2)] }) => {
                write!(f, "{property} fails at {global:?}: T{} at {l:?}, T{} at {l2:?}", t.0, u.0)
            }
            Reason::Completion => write!(f, "committed transactions do not end"),
            Reason::Unrepeated => write!(f, "a thread goes wrong, but the way there was not found again"),
        }
    }
}
