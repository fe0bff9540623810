//! What reductions do not keep, looked for in every interleaving: deadlocks and data races.

use super::check::inspect;
use super::deadlock::{self, Deadlock};
use super::engine::Engine;
use super::outcome::{Options, Outcome, Verdict};
use super::races::{self, Race};
use crate::control::{Bound, Control};
use crate::exploration::{Instance, Partition};
use crate::ir::Program;
use crate::movers::{FalseClaim, Movers};

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    pub deadlock: bool,
    pub races: bool,
}

/// What was found of it.
#[derive(Default, Debug)]
pub struct Hazards {
    /// One with a shortest execution.
    pub deadlock: Option<Deadlock>,
    /// One for each racing variable, those with shorter executions first.
    pub races: Vec<Race>,
}

impl Hazards {
    /// Whether there is one.
    pub fn any(&self) -> bool {
        self.deadlock.is_some() || !self.races.is_empty()
    }
}

/// Checks `program` by every interleaving, and looks at the states on the way.
pub fn hazards(
    program: &Program,
    wanted: Wanted,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Hazards), Vec<FalseClaim>> {
    let mut found = Hazards::default();
    let oracle = Engine::interleaving();
    // To look at states takes about as long as to find them.
    let (exploring, looking) = (control.most(), control.anew());
    let outcome = inspect(program, oracle, options, &exploring, &mut |instance, _| {
        let seen = Movers::Protection(instance.observed().expect("locksets are observed"));
        let teller = Instance::new(instance.semantics, &seen, Partition::default(), control);
        let in_time = || looking.goes_on();
        found.deadlock = wanted.deadlock.then(|| deadlock::deadlock(instance, &teller, &in_time)).flatten();
        found.races = if wanted.races { races::races(instance, &teller, &in_time) } else { vec![] };
    })?;
    Ok((cut(outcome, looking.hit()), found))
}

/// Not all states were looked at, so what was not found may be there.
fn cut(outcome: Outcome, bound: Option<Bound>) -> Outcome {
    let Some(bound) = bound else { return outcome };
    let verdict = if outcome.verdict == Verdict::Safe { Verdict::Inconclusive } else { outcome.verdict };
    Outcome { verdict, bound: outcome.bound.or(Some(bound)), ..outcome }
}
