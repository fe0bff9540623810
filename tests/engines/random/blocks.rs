//! DYN's reductions of a model: verdicts, schedules, states, bounds, and moving conditions.

use super::{Examination, Result, ensure};
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check, try_moving};
use moverlog::dynamic::{Analysis, Exploration, Heuristics};
use moverlog::semantics::Configuration;
use moverlog_rules::{Claim, REDUCTIONS, Reduction, State, reduce};

/// Moving conditions are tried in pairs of threads in all reachable states, three times.
const TINY: usize = 200;
/// How many of the reductions are tried on a model, in percent.
const SHARE: usize = 20;

impl Examination<'_> {
    /// Some of DYN's reductions, mostly with all moving conditions.
    pub(super) fn blocks(&mut self) -> Result<()> {
        let mut chosen = || self.random.percent(50);
        let some = Heuristics { pointer: chosen(), atomic: chosen(), locks: chosen() };
        let heuristics = if self.random.percent(70) { Heuristics::ALL } else { some };
        for reduction in REDUCTIONS {
            if !self.random.percent(SHARE) {
                continue;
            }
            let what = format!("{}, {heuristics:?}", reduction.name);
            let outcome = self.run_blocks(reduction, heuristics, Limits::default());
            if reduction.claim == Claim::MissesErrors {
                self.incomplete(&what, &outcome, Some(Bound::Claim))?;
            } else {
                self.verdict(&what, &outcome)?;
            }
            let (states, all) = (outcome.states, self.full.configurations.len());
            let fits = if reduction.name == "nored" { states == all } else { states <= all };
            ensure(fits, || format!("{what}: {states} states, {all} configurations"))?;
            if self.random.percent(10) {
                self.bounded_blocks(&what, reduction, heuristics, states)?;
            }
        }
        if self.random.percent(SHARE) { self.states_between_blocks(heuristics) } else { Ok(()) }
    }

    /// An outcome from which errors may be missing, for that reason if any.
    fn incomplete(&mut self, what: &str, outcome: &Outcome, reason: Option<Bound>) -> Result<()> {
        match &outcome.failed {
            Some(failed) => self.trace(what, failed)?,
            None => ensure(outcome.bound == reason, || format!("{what}: bound {:?}", outcome.bound))?,
        }
        let expected = match (&outcome.failed, outcome.bound) {
            (Some(_), _) => Verdict::Wrong,
            (None, Some(_)) => Verdict::Inconclusive,
            (None, None) => self.expected(),
        };
        self.seen.cut += usize::from(reason.is_some_and(|b| b != Bound::Claim));
        ensure(outcome.verdict == expected, || format!("{what}: {:?}, should be {expected:?}", outcome.verdict))
    }

    /// One state less than needed, and hardly any frames.
    fn bounded_blocks(
        &mut self,
        what: &str,
        reduction: &'static Reduction,
        heuristics: Heuristics,
        states: usize,
    ) -> Result<()> {
        if states > 1 {
            let outcome =
                self.run_blocks(reduction, heuristics, Limits { max_states: states - 1, ..Limits::default() });
            self.incomplete(&format!("{what}, one state less"), &outcome, Some(Bound::States))?;
        }
        let max_stack = self.random.below(3) as u32;
        let outcome = self.run_blocks(reduction, heuristics, Limits { max_stack, ..Limits::default() });
        let cut = outcome.bound == Some(Bound::Stack);
        ensure(!cut || self.full.depth > max_stack, || format!("{what}: no stack has {max_stack} frames"))?;
        let missed = reduction.claim == Claim::MissesErrors;
        let reason = if cut { Some(Bound::Stack) } else { missed.then_some(Bound::Claim) };
        self.incomplete(&format!("{what}, stacks of {max_stack}"), &outcome, reason)
    }

    /// One of the reductions by itself: its states are reached by interleavings, and its conditions move.
    fn states_between_blocks(&mut self, heuristics: Heuristics) -> Result<()> {
        let reduction = &REDUCTIONS[self.random.below(REDUCTIONS.len())];
        let what = format!("{}, {heuristics:?}", reduction.name);
        let control = Control::default();
        let analysis = Analysis::new(self.full.semantics, heuristics);
        let exploration = Exploration::new(&analysis, reduction, &control);
        reduce(&exploration);
        let mut states = (0..exploration.state_count() as u32).map(|s| exploration.configuration(State(s)));
        ensure(states.all(|c| self.full.configurations.contains(&c)), || {
            format!("{what}: a state that no interleaving reaches")
        })?;
        if self.full.configurations.len() > TINY {
            return Ok(());
        }
        let moving = |direction, c: &Configuration, t| exploration.moves(direction, c, t);
        let tallies = try_moving(self.full.semantics, &moving, &control).expect("it has few states");
        for (name, tally) in ["c^R", "c^L", "c kept"].iter().zip(tallies) {
            ensure(tally.violations == 0, || format!("{what}: {name} fails"))?;
        }
        Ok(())
    }

    /// By blocks, which know neither claims nor phases.
    fn run_blocks(&self, reduction: &'static Reduction, heuristics: Heuristics, limits: Limits) -> Outcome {
        let options = Options::default();
        let control = Control::from(limits);
        let engine = Engine::from(reduction).with_heuristics(heuristics);
        check(self.program, engine, &options, &control).expect("claims are no part")
    }
}
