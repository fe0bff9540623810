//! From a system and a ruleset to a verdict.

use super::bounds::{Bounds, Budget, Ended};
use super::explicit::Explicit;
use super::letters::{Breach, breach, within_reach};
use super::path::{Path, path_to};
use super::{System, completion};
use crate::{Claim, Ruleset, Solution, State};
use std::fmt;

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
    /// The time was over.
    Time,
    /// [`Bounds::cancelled`] was raised.
    Cancelled,
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
    let (mut resting, mut rounds, budget) = (vec![], 0, Budget::new(bounds));
    loop {
        rounds += 1;
        let again = budget.anew(budget.bounds.states);
        let program = Explicit::with_resting(system, again, ruleset.reduces(), &resting);
        let solution = (ruleset.solve)(&program);
        let (states, transitions) = (program.states().count(), program.transition_count());
        let verdict = match known(&program, ruleset) {
            Some(verdict) => verdict,
            None => {
                let endless = completion::violations(&program, &solution);
                let further = endless.iter().filter(|l| !resting.contains(l)).cloned().collect::<Vec<_>>();
                if let Some(ended) = program.budget.ended() {
                    Verdict::Inconclusive(ended.into())
                } else if !further.is_empty() {
                    resting.extend(further);
                    continue;
                } else if endless.is_empty() {
                    moving(system, &budget)
                } else {
                    Verdict::Inconclusive(Reason::Completion)
                }
            }
        };
        return Outcome { verdict, states, transitions, rounds, resting, solution, program };
    }
}

/// What a fixpoint says, unless it rests on conditions that are to be tried.
fn known<S: System>(program: &Explicit<&S>, ruleset: &Ruleset) -> Option<Verdict<S::Global, S::Local>> {
    if let Some(s) = program.first_wrong() {
        return Some(wrong(program, s));
    }
    let open = open(program, ruleset).map(Verdict::Inconclusive);
    open.or((!ruleset.reduces()).then_some(Verdict::Safe))
}

/// Why a fixpoint without error says nothing.
fn open<S: System>(program: &Explicit<&S>, ruleset: &Ruleset) -> Option<Reason<S::Global, S::Local>> {
    if let Some(question) = program.unanswered() {
        Some(Reason::Unanswered(question))
    } else if let Some(ended) = program.budget.ended() {
        Some(ended.into())
    } else if !program.cut().is_empty() {
        Some(Reason::Stack)
    } else {
        let says_nothing = ruleset.claim == Claim::MissesErrors || program.states().next().is_none();
        says_nothing.then_some(Reason::Claim)
    }
}

impl<G, L> From<Ended> for Reason<G, L> {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::States => Reason::States,
            Ended::Time => Reason::Time,
            Ended::Cancelled => Reason::Cancelled,
        }
    }
}

fn wrong<S: System>(program: &Explicit<&S>, s: State) -> Verdict<S::Global, S::Local> {
    match path_to(program, s) {
        Some(path) => Verdict::Wrong(path),
        None => Verdict::Inconclusive(Reason::Unrepeated),
    }
}

/// Safe if all letters are true, which only the unreduced program tells.
fn moving<S: System>(system: &S, budget: &Budget) -> Verdict<S::Global, S::Local> {
    if letters_hold(system, budget) {
        return Verdict::Safe;
    }
    let all = interleavings(system, budget);
    match all.first_wrong() {
        Some(s) => wrong(&all, s),
        None => doubt(&all).map_or(Verdict::Safe, Verdict::Inconclusive),
    }
}

/// Why the letters of `system` cannot be relied on: one is false, or they could not all be tried.
pub fn doubts<S: System>(system: &S, bounds: Bounds) -> Option<Reason<S::Global, S::Local>> {
    let budget = Budget::new(bounds);
    if letters_hold(system, &budget) { None } else { doubt(&interleavings(system, &budget)) }
}

/// Whether they do wherever threads might get, which is finite for recursive procedures too.
fn letters_hold<S: System>(system: &S, budget: &Budget) -> bool {
    let program = Explicit::with_resting(system, budget.anew(budget.bounds.states), false, &[]);
    let stores = within_reach(&program, budget.bounds.tried);
    stores.is_some_and(|stores| breach(&program, &stores).is_none() && !program.is_full())
}

fn interleavings<'s, S: System>(system: &'s S, budget: &Budget) -> Explicit<&'s S> {
    let all = Explicit::with_resting(system, budget.anew(budget.bounds.tried), false, &[]);
    (crate::interleaving::RULESET.solve)(&all);
    all
}

fn doubt<S: System>(all: &Explicit<&S>) -> Option<Reason<S::Global, S::Local>> {
    if all.is_full() || !all.cut().is_empty() {
        return Some(untried(all));
    }
    let stores: Vec<_> = all.states().map(|s| all.stores_in(s)).collect();
    let found = breach(all, &stores).map(Reason::Mover);
    found.or_else(|| all.is_full().then(|| untried(all)))
}

/// A bound kept the letters from being tried.
fn untried<S: System>(all: &Explicit<&S>) -> Reason<S::Global, S::Local> {
    let ended = all.budget.ended().filter(|by| *by != Ended::States);
    ended.map_or(Reason::Untried, Reason::from)
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
            Reason::Time => write!(f, "the time was over"),
            Reason::Cancelled => write!(f, "it was cancelled"),
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
