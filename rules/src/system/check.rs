//! From a system and a ruleset to a verdict.

use super::bounds::{Bounds, Budget, Ended};
use super::explicit::{Assumed, Explicit};
use super::letters::{Breach, breach, within_reach};
use super::locks::Protection;
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
    /// Nothing is known.
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
    /// The ruleset asks this question, which the [`System`] does not answer.
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
    /// Whether a thread goes wrong.
    pub verdict: Verdict<S::Global, S::Local>,
    /// States of the last exploration.
    pub states: usize,
    /// Steps between them.
    pub transitions: u64,
    /// How many explorations it took until every committed transaction could end.
    pub rounds: usize,
    /// Local stores that end a transaction after its commit, so that it does end (LFS).
    pub resting: Vec<S::Local>,
    /// The locks that protect each variable, of a ruleset that infers them.
    pub protection: Option<Protection>,
    /// The last fixpoint.
    pub solution: Solution,
    /// Tells what its atoms stand for.
    pub program: Explicit<&'s S>,
}

/// Checks `system` by `ruleset`, side conditions too. Where a bound is hit, or a condition was not tried or
/// fails, nothing is known, and that is said.
pub fn check<'s, S: System>(system: &'s S, ruleset: &Ruleset, bounds: Bounds) -> Outcome<'s, S> {
    let protection = ruleset.inference.and_then(|how| Protection::initial(system, how));
    let mut assumed = Assumed { phases: ruleset.reduces(), inside: ruleset.summarizes(), resting: vec![], protection };
    let mut program = Explicit::under(system, Budget::new(bounds), &assumed);
    let mut rounds = 0;
    loop {
        rounds += 1;
        let solution = (ruleset.solve)(&program);
        let (states, transitions) = (program.states().count(), program.transition_count());
        let Some(verdict) = judge(&program, ruleset, &solution, &mut assumed) else {
            let again = program.budget.anew(program.budget.bounds.states);
            program = program.again(again, &assumed);
            continue;
        };
        let Assumed { resting, protection, .. } = assumed;
        return Outcome { verdict, states, transitions, rounds, resting, protection, solution, program };
    }
}

/// What a fixpoint says; nothing if it is to be computed again, for less is assumed now.
fn judge<S: System>(
    program: &Explicit<&S>,
    ruleset: &Ruleset,
    solution: &Solution,
    assumed: &mut Assumed<S::Local>,
) -> Option<Verdict<S::Global, S::Local>> {
    if let Some(s) = program.first_wrong() {
        return Some(wrong(program, s));
    } else if let Some(reason) = stopped(program) {
        return Some(Verdict::Inconclusive(reason));
    } else if assumed.protection.as_mut().is_some_and(|p| p.remove(&solution.removed)) {
        return None;
    } else if let Some(reason) = open(program, ruleset) {
        return Some(Verdict::Inconclusive(reason));
    } else if !ruleset.reduces() {
        return Some(Verdict::Safe);
    }
    let endless = endless(program, ruleset, solution, assumed);
    if let Some(ended) = program.budget.ended() {
        return Some(Verdict::Inconclusive(ended.into()));
    }
    let further = endless.iter().filter(|l| !assumed.resting.contains(l)).cloned().collect::<Vec<_>>();
    if !further.is_empty() {
        assumed.resting.extend(further);
        return None;
    }
    Some(if endless.is_empty() { moving(program, assumed) } else { Verdict::Inconclusive(Reason::Completion) })
}

/// Why a fixpoint is none.
fn stopped<S: System>(program: &Explicit<&S>) -> Option<Reason<S::Global, S::Local>> {
    let unanswered = program.unanswered().map(Reason::Unanswered);
    unanswered.or(program.budget.ended().map(Reason::from))
}

/// Why a fixpoint without error says nothing.
fn open<S: System>(program: &Explicit<&S>, ruleset: &Ruleset) -> Option<Reason<S::Global, S::Local>> {
    if !program.cut().is_empty() {
        return Some(Reason::Stack);
    }
    let says_nothing = ruleset.claim == Claim::MissesErrors || program.states().next().is_none();
    says_nothing.then_some(Reason::Claim)
}

/// Local stores that break C3 or C3', which are about what is reached under the final sets (FQ 6: S), not about
/// states that were kept.
fn endless<S: System>(
    program: &Explicit<&S>,
    ruleset: &Ruleset,
    solution: &Solution,
    assumed: &Assumed<S::Local>,
) -> Vec<S::Local> {
    if program.kept == 0 {
        return completion::violations(program, solution);
    }
    let fresh = Explicit::under(program.system, program.budget.anew(program.budget.bounds.states), assumed);
    let found = completion::violations(&fresh, &(ruleset.solve)(&fresh));
    fresh.budget.ended().into_iter().for_each(|by| program.budget.end(by));
    found
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
fn moving<S: System>(program: &Explicit<&S>, assumed: &Assumed<S::Local>) -> Verdict<S::Global, S::Local> {
    let unreduced = Unreduced { system: program.system, budget: &program.budget, protection: &assumed.protection };
    if unreduced.letters_hold() {
        return Verdict::Safe;
    }
    let all = unreduced.interleavings();
    match all.first_wrong() {
        Some(s) => wrong(&all, s),
        None => doubt(&all).map_or(Verdict::Safe, Verdict::Inconclusive),
    }
}

/// Why the letters of `system` cannot be relied on: one is false, or they could not all be tried.
pub fn doubts<S: System>(system: &S, bounds: Bounds) -> Option<Reason<S::Global, S::Local>> {
    let unreduced = Unreduced { system, budget: &Budget::new(bounds), protection: &None };
    if unreduced.letters_hold() { None } else { doubt(&unreduced.interleavings()) }
}

/// A system without phases, on which letters are tried.
struct Unreduced<'a, 's, S> {
    system: &'s S,
    budget: &'a Budget,
    protection: &'a Option<Protection>,
}

impl<'s, S: System> Unreduced<'_, 's, S> {
    /// Whether letters do wherever threads might get, which is finite for recursive procedures too.
    fn letters_hold(&self) -> bool {
        let program = self.within(self.budget.bounds.states);
        let stores = within_reach(&program, self.budget.bounds.tried);
        stores.is_some_and(|stores| breach(&program, &stores).is_none() && !program.is_full())
    }

    fn interleavings(&self) -> Explicit<&'s S> {
        let all = self.within(self.budget.bounds.tried);
        (crate::interleaving::RULESET.solve)(&all);
        all
    }

    fn within(&self, states: usize) -> Explicit<&'s S> {
        let assumed = Assumed { phases: false, inside: false, resting: vec![], protection: self.protection.clone() };
        Explicit::under(self.system, self.budget.anew(states), &assumed)
    }
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
