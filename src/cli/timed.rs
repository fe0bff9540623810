//! One engine on one model, by the flags, timed and with progress: what most commands begin with.

use super::args::{Common, Mode, Phase, Phases};
use super::failure::Failure;
use super::progress::Progress;
use super::{Memory, Status};
use crate::driver::{self, Attempt, Bound, Control, Engine, MoverMode, Options, Outcome, Verdict};
use crate::model::Model;
use crate::movers::{FalseClaim, Use};
use crate::report::{self, Checked};
use std::time::Instant;

pub(super) fn status(verdict: Verdict) -> Status {
    match verdict {
        Verdict::Safe => Status::Yes,
        Verdict::Wrong => Status::No,
        Verdict::Inconclusive => Status::Inconclusive,
    }
}

/// One engine on one model, timed.
pub(super) struct Timed<'m> {
    model: &'m Model,
    engine: Engine<'m>,
    movers: &'static str,
    pub(super) outcome: Outcome,
    attempts: Option<Vec<Attempt>>,
    /// Whether there is a deadlock, if that is known.
    pub(super) deadlock: Option<bool>,
    pub(super) seconds: f64,
    peak: usize,
}

/// How the flags want movers and phases.
pub(super) fn options(model: &Model, common: &Common) -> Options {
    Options {
        movers: mover_mode(model, common).mode(),
        initial_phase: common.initial_phase == Phase::Pre,
        phases: common.phases.map(Phases::kept),
        ..Options::default()
    }
}

/// Does some checking under the flags' bounds, with progress. Fails if a mover claim of the model is false.
pub(super) fn timed<'m, A>(
    model: &'m Model,
    engine: Engine<'m>,
    common: &Common,
    memory: Memory,
    work: impl FnOnce(&Control<'_>) -> Result<(Outcome, A), Vec<FalseClaim>>,
) -> Result<(Timed<'m>, A), Failure> {
    timed_by_steps(model, engine, common, memory, |control, _| work(control))
}

/// As `timed`; the work also says something on the way, line by line, on a terminal.
fn timed_by_steps<'m, A>(
    model: &'m Model,
    engine: Engine<'m>,
    common: &Common,
    memory: Memory,
    work: impl FnOnce(&Control<'_>, &dyn Fn(&str)) -> Result<(Outcome, A), Vec<FalseClaim>>,
) -> Result<(Timed<'m>, A), Failure> {
    (memory.reset_peak)();
    let start = Instant::now();
    let done = by_steps(engine.name(), common, memory, work);
    let seconds = start.elapsed().as_secs_f64();
    let (outcome, answer) = done.map_err(|claims| Failure::claims(model, &claims, common))?;
    let ordered = outcome.uses.iter().flatten().any(Use::is_ordered);
    let mode = match mover_mode(model, common) {
        Mode::Ordered if common.movers.is_none() && !ordered => Mode::Lockset,
        mode => mode,
    };
    let movers = engine.own_movers().unwrap_or(mode.name());
    Ok((
        Timed { model, engine, movers, outcome, attempts: None, deadlock: None, seconds, peak: (memory.peak)() },
        answer,
    ))
}

/// Does some work under the flags' bounds, with progress.
pub(super) fn with_progress<A>(name: &str, common: &Common, memory: Memory, work: impl FnOnce(&Control<'_>) -> A) -> A {
    by_steps(name, common, memory, |control, _| work(control))
}

fn by_steps<A>(name: &str, common: &Common, memory: Memory, work: impl FnOnce(&Control<'_>, &dyn Fn(&str)) -> A) -> A {
    let progress = Progress::new(name, common, memory);
    let at = |reached| progress.at(reached);
    let done = work(&common.control(memory, &at), &|line| progress.say(line));
    progress.end();
    done
}

impl<'m> Timed<'m> {
    /// The same, where the time is over before more could be found.
    pub(super) fn out_of_time(mut self) -> Self {
        self.outcome.bound = Some(Bound::Time);
        self
    }

    /// What was checked.
    pub(super) fn model(&self) -> &'m Model {
        self.model
    }

    /// One check. Fails if a mover claim of the model is false.
    pub(super) fn new(model: &'m Model, engine: Engine<'m>, common: &Common, memory: Memory) -> Result<Self, Failure> {
        Self::asked(model, engine, &options(model, common), common, memory)
    }

    /// One check of which this is asked.
    pub(super) fn asked(
        model: &'m Model,
        engine: Engine<'m>,
        options: &Options,
        common: &Common,
        memory: Memory,
    ) -> Result<Self, Failure> {
        let engine = engine.with_heuristics(common.heuristics());
        let check = |control: &Control<'_>| Ok((driver::check(&model.program, engine, options, control)?, ()));
        timed(model, engine, common, memory, check).map(|(run, ())| run)
    }

    /// As `asked`, with `--auto`.
    pub(super) fn raised(
        model: &'m Model,
        engine: Engine<'m>,
        options: &Options,
        common: &Common,
        memory: Memory,
    ) -> Result<Self, Failure> {
        let engine = engine.with_heuristics(common.heuristics());
        Self::raised_and(model, engine, options, common, memory, |_, _| ())
    }

    /// And does something more with the outcome, in the time that is left.
    pub(super) fn raised_and(
        model: &'m Model,
        engine: Engine<'m>,
        options: &Options,
        common: &Common,
        memory: Memory,
        more: impl FnOnce(&Control<'_>, &mut Outcome),
    ) -> Result<Self, Failure> {
        let work = |control: &Control<'_>, say: &dyn Fn(&str)| {
            let control = driver::limited(control).with_states(usize::MAX);
            let tell = |a: &Attempt, next: Option<&Attempt>| say(&report::attempt_line(engine.name(), a, next));
            let (mut outcome, attempts) = driver::raise(&model.program, engine, options, &control, &tell)?;
            more(&control, &mut outcome);
            Ok((outcome, attempts))
        };
        let (run, attempts) = timed_by_steps(model, engine, common, memory, work)?;
        Ok(Timed { attempts: Some(attempts), ..run })
    }

    /// As `new`, by the locks that accesses show to be held; claims in the source are left aside.
    pub(super) fn inferring(
        model: &'m Model,
        engine: Engine<'m>,
        common: &Common,
        memory: Memory,
    ) -> Result<Self, Failure> {
        let options = Options { movers: MoverMode::Lockset, ..options(model, common) };
        Self::asked(model, engine, &options, common, memory)
    }

    pub(super) fn report(&self, original: bool, quiet: bool) -> Checked<'_> {
        Checked {
            model: &self.model.name,
            engine: self.engine,
            movers: self.movers,
            program: &self.model.program,
            outcome: &self.outcome,
            attempts: self.attempts.as_deref(),
            deadlock: self.deadlock,
            seconds: self.seconds,
            peak_bytes: self.peak,
            original,
            quiet,
        }
    }
}

/// Where movers come from: what the flags say, or else what the model asks for.
pub(super) fn mover_mode(model: &Model, common: &Common) -> Mode {
    let unless_said = if common.any_engine { Options::fewest } else { Options::of };
    common.movers.unwrap_or_else(|| Mode::of(unless_said(&model.program).movers))
}
