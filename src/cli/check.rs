//! `moverlog check`.

use super::args::{CheckArgs, Common, Mode, Phase};
use super::failure::Failure;
use super::{Memory, Status, answer, answer_json, complain, read_model, rules, shows_progress};
use crate::driver::{self, Attempt, Bound, Control, Engine, MoverMode, Options, Outcome, Timeline, Verdict};
use crate::model::Model;
use crate::movers::FalseClaim;
use crate::report::{self, Checked, Format};
use indicatif::ProgressBar;
use serde_json::json;
use std::time::Instant;

pub(super) fn run(args: &CheckArgs, memory: Memory) -> Result<Status, Failure> {
    if args.deadlock || args.races {
        return super::hazards::run(args, memory);
    }
    let name = args.rules.as_deref().unwrap_or("summaries");
    let engine = rules::chosen(name, args.rules_file.as_deref(), &args.common)?;
    let model = read_model(&args.model, &args.common)?;
    let (first, timeline) = first(args, &model, engine, Memory { last: !args.check_reduction, ..memory })?;
    let oracle = Engine::interleaving();
    let second = match (args.check_reduction, args.auto) {
        (false, _) => None,
        (true, false) => Some(Run::new(&model, oracle, &args.common, memory)?),
        (true, true) => Some(Run::raised(&model, oracle, &args.common, memory)?),
    };
    let comparison = second.as_ref().map(|s| Comparison::of(&first.outcome, &s.outcome));
    match args.format {
        Format::Json => print_json(args, &first, timeline.as_ref(), second.as_ref(), comparison),
        _ => print_text(args, &first, timeline.as_ref(), second.as_ref(), comparison),
    }
    let status = comparison.map_or(status(first.outcome.verdict), |c| c.status(first.outcome.verdict));
    let vacuous = first.outcome.vacuity.as_ref().is_some_and(|v| v.is_vacuous(&model.program));
    Ok(if args.strict && vacuous && status == Status::Yes { Status::Inconclusive } else { status })
}

fn wants_vacuity(args: &CheckArgs) -> bool {
    args.strict || !args.common.quiet || args.format == Format::Json
}

/// A check, and whether its `safe` says something, unless nobody wants to know.
fn checked<'m>(args: &CheckArgs, model: &'m Model, engine: Engine, memory: Memory) -> Result<Run<'m>, Failure> {
    let options = options(model, &args.common);
    let engine = engine.with_heuristics(args.common.heuristics());
    let check = |control: &Control<'_>| {
        let mut outcome = driver::check(&model.program, engine, &options, control)?;
        if wants_vacuity(args) && outcome.verdict == Verdict::Safe {
            outcome.vacuity = Some(driver::vacuity(&model.program, engine, &options, control, &outcome));
        }
        Ok((outcome, ()))
    };
    timed(model, engine, &args.common, memory, check).map(|(run, ())| run)
}

/// The same with `--auto`.
fn raised<'m>(args: &CheckArgs, model: &'m Model, engine: Engine, memory: Memory) -> Result<Run<'m>, Failure> {
    let options = options(model, &args.common);
    let engine = engine.with_heuristics(args.common.heuristics());
    let more = |control: &Control<'_>, outcome: &mut Outcome| {
        if wants_vacuity(args) && outcome.verdict == Verdict::Safe {
            outcome.vacuity = Some(driver::vacuity(&model.program, engine, &options, control, outcome));
        }
    };
    Run::raised_and(model, engine, &args.common, memory, more)
}

/// The run that was asked for, and what it did if that was asked for as well.
fn first<'m>(
    args: &CheckArgs,
    model: &'m Model,
    engine: Engine,
    memory: Memory,
) -> Result<(Run<'m>, Option<Timeline>), Failure> {
    match (args.timeline, engine) {
        (false, _) if args.auto => Ok((raised(args, model, engine, memory)?, None)),
        (false, _) => Ok((checked(args, model, engine, memory)?, None)),
        (true, Engine::Search(search)) => {
            let options = options(model, &args.common);
            let work = |control: &Control<'_>| {
                let (mut outcome, timeline) = driver::timeline(&model.program, search, &options, control)?;
                if wants_vacuity(args) && outcome.verdict == Verdict::Safe {
                    outcome.vacuity = Some(driver::vacuity(&model.program, engine, &options, control, &outcome));
                }
                Ok((outcome, timeline))
            };
            let (run, timeline) = timed(model, engine, &args.common, memory, work)?;
            Ok((run, Some(timeline)))
        }
        (true, Engine::Rules(_) | Engine::File(_) | Engine::Blocks(..)) => {
            let why = Failure::refused(format!("`{}` has no stack to follow", engine.name()));
            Err(why.with_help("try `--timeline --rules cpc`"))
        }
    }
}

pub(super) fn status(verdict: Verdict) -> Status {
    match verdict {
        Verdict::Safe => Status::Yes,
        Verdict::Wrong => Status::No,
        Verdict::Inconclusive => Status::Inconclusive,
    }
}

/// One engine on one model, timed.
pub(super) struct Run<'m> {
    model: &'m Model,
    engine: Engine,
    movers: &'static str,
    pub(super) outcome: Outcome,
    attempts: Option<Vec<Attempt>>,
    seconds: f64,
    peak: usize,
}

/// How the flags want movers and phases.
pub(super) fn options(model: &Model, common: &Common) -> Options {
    Options { movers: mover_mode(model, common).mode(), initial_phase: common.initial_phase == Phase::Pre }
}

/// Does some checking under the flags' bounds, with progress. Fails if a mover claim of the model is false.
pub(super) fn timed<'m, A>(
    model: &'m Model,
    engine: Engine,
    common: &Common,
    memory: Memory,
    work: impl FnOnce(&Control<'_>) -> Result<(Outcome, A), Vec<FalseClaim>>,
) -> Result<(Run<'m>, A), Failure> {
    timed_by_steps(model, engine, common, memory, |control, _| work(control))
}

/// As `timed`; the work also says something on the way, line by line, on a terminal.
fn timed_by_steps<'m, A>(
    model: &'m Model,
    engine: Engine,
    common: &Common,
    memory: Memory,
    work: impl FnOnce(&Control<'_>, &dyn Fn(&str)) -> Result<(Outcome, A), Vec<FalseClaim>>,
) -> Result<(Run<'m>, A), Failure> {
    (memory.reset_peak)();
    let start = Instant::now();
    let done = by_steps(engine.name(), common, memory, work);
    let seconds = start.elapsed().as_secs_f64();
    let (outcome, answer) = done.map_err(|claims| Failure::claims(model, &claims, common))?;
    let movers = engine.own_movers().unwrap_or_else(|| mover_mode(model, common).name());
    Ok((Run { model, engine, movers, outcome, attempts: None, seconds, peak: (memory.peak)() }, answer))
}

/// Does some work under the flags' bounds, with progress.
pub(super) fn with_progress<A>(name: &str, common: &Common, memory: Memory, work: impl FnOnce(&Control<'_>) -> A) -> A {
    by_steps(name, common, memory, |control, _| work(control))
}

fn by_steps<A>(name: &str, common: &Common, memory: Memory, work: impl FnOnce(&Control<'_>, &dyn Fn(&str)) -> A) -> A {
    let bar = if shows_progress(common) { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    let progress = |states: usize| {
        if states.is_multiple_of(4096) {
            bar.set_message(format!("{name}: {states} states"));
            bar.tick();
        }
    };
    let done = work(&common.control(memory, &progress), &|line| bar.println(line));
    bar.finish_and_clear();
    done
}

impl<'m> Run<'m> {
    /// One check. Fails if a mover claim of the model is false.
    pub(super) fn new(model: &'m Model, engine: Engine, common: &Common, memory: Memory) -> Result<Self, Failure> {
        let options = options(model, common);
        let engine = engine.with_heuristics(common.heuristics());
        let check = |control: &Control<'_>| Ok((driver::check(&model.program, engine, &options, control)?, ()));
        timed(model, engine, common, memory, check).map(|(run, ())| run)
    }

    /// As `new`, with `--auto`.
    pub(super) fn raised(model: &'m Model, engine: Engine, common: &Common, memory: Memory) -> Result<Self, Failure> {
        Self::raised_and(model, engine.with_heuristics(common.heuristics()), common, memory, |_, _| ())
    }

    /// And does something more with the outcome, in the time that is left.
    fn raised_and(
        model: &'m Model,
        engine: Engine,
        common: &Common,
        memory: Memory,
        more: impl FnOnce(&Control<'_>, &mut Outcome),
    ) -> Result<Self, Failure> {
        let options = options(model, common);
        let work = |control: &Control<'_>, say: &dyn Fn(&str)| {
            let control = driver::limited(control).with_states(usize::MAX);
            let tell = |a: &Attempt, next: Option<&Attempt>| say(&report::attempt_line(engine.name(), a, next));
            let (mut outcome, attempts) = driver::raise(&model.program, engine, &options, &control, &tell)?;
            more(&control, &mut outcome);
            Ok((outcome, attempts))
        };
        let (run, attempts) = timed_by_steps(model, engine, common, memory, work)?;
        Ok(Run { attempts: Some(attempts), ..run })
    }

    /// As `new`, by the locks that accesses show to be held; claims in the source are left aside.
    pub(super) fn inferring(
        model: &'m Model,
        engine: Engine,
        common: &Common,
        memory: Memory,
    ) -> Result<Self, Failure> {
        let options = Options { movers: MoverMode::Lockset, ..options(model, common) };
        let check = |control: &Control<'_>| Ok((driver::check(&model.program, engine, &options, control)?, ()));
        timed(model, engine, common, memory, check).map(|(run, ())| run)
    }

    pub(super) fn report(&self, original: bool, quiet: bool) -> Checked<'_> {
        Checked {
            model: &self.model.name,
            engine: self.engine,
            movers: self.movers,
            program: &self.model.program,
            outcome: &self.outcome,
            attempts: self.attempts.as_deref(),
            seconds: self.seconds,
            peak_bytes: self.peak,
            original,
            quiet,
        }
    }
}

/// Where movers come from: what the flags say, or else what the model asks for.
pub(super) fn mover_mode(model: &Model, common: &Common) -> Mode {
    let claims = || model.program.locations.iter().any(|l| l.claimed.is_some());
    common.movers.unwrap_or_else(|| if claims() { Mode::Declared } else { Mode::Lockset })
}

/// What `--check-reduction` found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Different,
    /// The ruleset may miss errors, and has missed this one.
    Missed,
    /// One of the two did not finish.
    Open,
    /// The reduced run did not finish, and there is an error.
    FoundByOracle,
}

impl Comparison {
    fn of(reduced: &Outcome, oracle: &Outcome) -> Self {
        match (reduced.verdict, oracle.verdict) {
            (Verdict::Inconclusive, Verdict::Wrong) if reduced.bound == Some(Bound::Claim) => Comparison::Missed,
            (Verdict::Inconclusive, Verdict::Wrong) => Comparison::FoundByOracle,
            (Verdict::Inconclusive, _) | (_, Verdict::Inconclusive) => Comparison::Open,
            (a, b) if a == b => Comparison::Equal,
            _ => Comparison::Different,
        }
    }

    fn status(self, reduced: Verdict) -> Status {
        match (self, reduced) {
            (Comparison::Different | Comparison::Missed, _) => Status::Disagreement,
            (Comparison::FoundByOracle, _) => Status::No,
            (Comparison::Open, Verdict::Safe) => Status::Inconclusive,
            (_, verdict) => status(verdict),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Comparison::Equal => "verdicts agree",
            Comparison::Different => "VERDICTS DIFFER",
            Comparison::Missed => "the error below is missed, as these rules or movers may",
            Comparison::Open => "not comparable, a bound was hit",
            Comparison::FoundByOracle => "the reduced run did not finish, but there is an error",
        }
    }
}

fn print_text(
    args: &CheckArgs,
    first: &Run<'_>,
    timeline: Option<&Timeline>,
    second: Option<&Run<'_>>,
    comparison: Option<Comparison>,
) {
    let quiet = args.common.quiet;
    let checked = first.report(args.original, quiet);
    let mut out = timeline.map_or(String::new(), |t| report::timeline_text(&checked, t));
    out += &report::check_text(&checked);
    if let (Some(second), Some(comparison)) = (second, comparison) {
        let lost = matches!(comparison, Comparison::Different | Comparison::Missed | Comparison::FoundByOracle);
        out += &format!("\ncheck of the reduction against every interleaving: {}\n", comparison.name());
        out += &report::check_text(&second.report(args.original, quiet || !lost));
        let complete = first.outcome.cut().is_none() && second.outcome.cut().is_none();
        if complete && second.outcome.states > 0 {
            let ratio = first.outcome.states as f64 / second.outcome.states as f64;
            out += &format!("states: {:.1} % of all interleavings'\n", 100.0 * ratio);
        }
    }
    answer(&out);
    if comparison == Some(Comparison::Different) {
        complain("error: two engines that must agree do not");
    }
}

fn print_json(
    args: &CheckArgs,
    first: &Run<'_>,
    timeline: Option<&Timeline>,
    second: Option<&Run<'_>>,
    comparison: Option<Comparison>,
) {
    let checked = first.report(args.original, false);
    let mut object = report::check_json(&checked);
    if let Some(timeline) = timeline {
        object["timeline"] = report::timeline_json(&checked, timeline);
    }
    if let (Some(second), Some(comparison)) = (second, comparison) {
        object["check_reduction"] = json!({
            "result": comparison.name(),
            "agree": match comparison {
                Comparison::Equal => Some(true),
                Comparison::Different | Comparison::Missed => Some(false),
                Comparison::Open | Comparison::FoundByOracle => None,
            },
            "interleaving": report::check_json(&second.report(args.original, false)),
        });
    }
    answer_json(object);
}
