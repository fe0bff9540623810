//! Verdicts by contexts, on stacks without bound.

use super::growing::growing;
use super::outcome::{Contexts, Convergence, Failed, Outcome, Verdict};
use super::statics::told_statically;
use super::witness::shortened_if_possible;
use crate::contexts::{End, Last, Search, stacks_apart, visible_states};
use crate::control::{Bound, Control};
use crate::ir::Program;
use crate::semantics::Semantics;

/// Explores as many contexts as are given, or else as many as it takes to find an error or to know that there is none.
pub fn contexts(program: &Program, most: Option<u32>, control: &Control<'_>) -> Outcome {
    control.begin(false);
    let semantics = control.own(Semantics::within(program, control));
    let mut run = Run { search: Search::new(&semantics, control), semantics: &semantics, control, explored: 0 };
    let outcome = run.explore(most);
    Outcome { met_at: control.place(), ..outcome }
}

/// After so many contexts it is tried whether threads apart from each other have no error.
const APART_AFTER: u32 = 4;

struct Run<'r> {
    search: Search<'r>,
    semantics: &'r Semantics<'r>,
    control: &'r Control<'r>,
    /// So many contexts were explored to the end, with nothing left out.
    explored: u32,
}

impl Run<'_> {
    fn explore(&mut self, most: Option<u32>) -> Outcome {
        loop {
            match self.search.go_on() {
                End::Wrong(last) => return self.wrong(last),
                End::Converged => return self.converged(Convergence::States),
                End::Open if self.control.stopped() => return self.outcome(Verdict::Inconclusive, None),
                End::Open if self.control.hit().is_none() => self.explored = self.search.contexts(),
                End::Open => {}
            }
            if let Some(why) = self.unbounded(most) {
                return self.converged(why);
            }
            if Some(self.search.contexts()) == most {
                self.end();
                return self.outcome(Verdict::Inconclusive, None);
            }
        }
    }

    /// No more contexts are asked for. What the program's own bounds have cut is told first.
    fn end(&self) {
        if self.control.hit().is_none() {
            self.control.record(Bound::Contexts);
        }
    }

    /// Whether something larger than all that is reached has no error: the cheap way is tried after the first context,
    /// the other one after some, or the last that is asked for.
    fn unbounded(&self, most: Option<u32>) -> Option<Convergence> {
        let contexts = self.search.contexts();
        let visible = || self.beside(visible_states).map(Convergence::Visible);
        let apart = || self.beside(stacks_apart).map(Convergence::Apart);
        let cheap = (contexts == 1).then(visible).flatten();
        cheap.or_else(|| (contexts == most.unwrap_or(APART_AFTER).min(APART_AFTER)).then(apart).flatten())
    }

    /// With a part of the time and bounds of its own: what they cut, others may find.
    fn beside(&self, prove: impl Fn(&Semantics<'_>, &Control<'_>) -> Option<usize>) -> Option<usize> {
        let control = self.control.share(4);
        prove(&Semantics::within(self.semantics.program, &control), &control)
    }

    /// Safe, unless the program's own bounds have cut something.
    fn converged(&self, why: Convergence) -> Outcome {
        match self.control.hit() {
            None => self.outcome(Verdict::Safe, Some(why)),
            Some(_) => self.outcome(Verdict::Inconclusive, None),
        }
    }

    fn wrong(&self, last: Last) -> Outcome {
        match self.failed(last) {
            Some(failed) => Outcome { failed: Some(failed), ..self.outcome(Verdict::Wrong, None) },
            None => self.outcome(Verdict::Inconclusive, None),
        }
    }

    fn failed(&self, last: Last) -> Option<Failed> {
        let schedule = self.search.execution(last)?;
        let executions = shortened_if_possible(self.semantics, &schedule);
        assert!(executions.is_some() || self.control.stopped(), "every printed trace can be replayed");
        let executions = executions?;
        Some(told_statically(self.semantics, executions, self.control))
    }

    fn outcome(&self, verdict: Verdict, converged: Option<Convergence>) -> Outcome {
        let explored = if verdict == Verdict::Wrong { self.search.contexts() } else { self.explored };
        let contexts =
            Contexts { explored, languages: self.search.languages(), transitions: self.search.size(), converged };
        Outcome {
            verdict,
            states: self.search.aggregates(),
            transitions: self.search.led(),
            growing: if self.control.stopped() { growing(self.semantics) } else { vec![] },
            contexts: Some(contexts),
            ..Outcome::nothing(self.control.hit())
        }
    }
}
