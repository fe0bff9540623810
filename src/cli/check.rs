//! `moverlog check`.

use super::args::{CheckArgs, Property};
use super::beyond::Beyond;
use super::counters::{self, Endless};
use super::delays::Found;
use super::failure::Failure;
use super::next::next;
use super::pools::Pools;
use super::timed::{Timed, options, status, timed};
use super::workers::{self, Agreement, Crew};
use super::{
    Memory, Status, answer_json, complain, delays, hazards, inputs, pools, print, read_model, rules, screen, witness,
};
use crate::driver::{self, Bound, Confirmation, Control, Engine, Errors, Example, Options, Outcome, Verdict};
use crate::model::Model;
use crate::queries::{self, Timeline};
use crate::report::{self, AllErrors, Format};
use serde_json::json;
use std::cell::RefCell;

/// With larger pools there may be so many times the states, which takes some seconds.
const GROWTH: usize = 30;

/// And as many as these.
const FEWEST: usize = 50_000;

pub(super) fn run(args: &CheckArgs, memory: Memory) -> Result<Status, Failure> {
    let args = &asked(args);
    if let Some(file) = &args.symbolic.invariant {
        return super::invariant::run(args, file, memory);
    }
    if let Some(engine) = args.symbolic.engine {
        return super::symbolic::run(args, engine.into(), "--engine", memory);
    }
    if let Some(command) = &args.symbolic.external {
        return super::symbolic::run(args, super::symbolic::external(command), "--external", memory);
    }
    if let Some(count) = args.contexts {
        return super::contexts::run(args, count, memory);
    }
    let every_state = args.deadlock || args.races;
    pasted(args)?;
    witness::refused(args)?;
    if let Some(flag) = args.ways.asked_for().filter(|_| every_state || args.timeline) {
        return Err(Failure::refused(format!(
            "`{flag}` has no effect here: the states are shown as the rules have them"
        )));
    }
    if every_state {
        return super::hazards::run(args, memory);
    }
    let args = &CheckArgs { common: args.common.with_any_engine(!named(args)), ..args.clone() };
    let name = args.rules.as_deref().unwrap_or("summaries");
    let engine = rules::chosen(name, args.rules_file.as_deref(), &args.common)?;
    let engine = engine.with_heuristics(args.common.heuristics());
    let model = read_model(&args.model, &args.common)?;
    workers::refuse(args, engine, &model)?;
    let args = &CheckArgs { common: args.common.rest(), ..args.clone() };
    let marked = args.ways.marked(model.clone(), named(args));
    if args.all_errors {
        return every_error(args, &marked, engine, memory);
    }
    let asked = args.ways.with(options(&marked, &args.common), named(args));
    let crew = Crew::gathered(args, &marked, engine, &asked, memory)?;
    let last = !args.check_reduction && !args.check_workers;
    let endless = Endless::default();
    let (first, seen) = soonest(args, (&model, &marked), engine, &crew, (&endless, Memory { last, ..memory }))?;
    if let Some(status) = crew.told_briefly(&first, args) {
        return Ok(status);
    }
    let further = delays::Further::default();
    let first = if named(args) { first } else { further.found(args, first, memory)? };
    let beyond = Beyond::default();
    let asks = |args: &CheckArgs, model| Ok(self::first(args, model, engine, &crew, memory)?.0);
    let first = if named(args) { first } else { beyond.found(args, first, asks)? };
    let first = if named(args) { first } else { endless.decided(args, first, memory)? };
    let unbounded = if named(args) { None } else { inputs::unbounded(args, &first)? };
    let first = match &unbounded {
        Some(model) => inputs::decided(args, model, first, memory)?,
        None => first,
    };
    let mark = |model| args.ways.marked(model, named(args));
    let pools = Pools::new(&mark, first.outcome.states.saturating_mul(GROWTH).max(FEWEST));
    let (mut first, seen) = match named(args) && !args.auto {
        true => (first, seen),
        false => {
            pools.enough(args, (first, seen), pools::is_open, |args, m| self::first(args, m, engine, &crew, memory))?
        }
    };
    let oracle = Engine::interleaving();
    let second = match (args.check_reduction, args.auto) {
        (false, _) => None,
        (true, false) => Some(Timed::new(&model, oracle, &args.common, memory)?),
        (true, true) => Some(Timed::raised(&model, oracle, &options(&model, &args.common), &args.common, memory)?),
    };
    if let Some(second) = &second {
        confirm(&mut first.outcome, &second.outcome);
    }
    let one = args.check_workers.then(|| Timed::asked(&marked, engine, &asked, &args.common, memory));
    let one = one.transpose()?;
    let agreement = one.as_ref().map(|one| Agreement::of(&first, one));
    let several = one.as_ref().zip(agreement).map(|(one, agreement)| (one, agreement, crew.workers()));
    let comparison = second.as_ref().map(|s| Comparison::of(&first.outcome, &s.outcome));
    match args.format {
        Format::Json => print_json(args, &first, &seen, second.as_ref().zip(comparison), several),
        Format::Latex | Format::Html | Format::Sarif => print(&first.report(false, args.common.quiet), args.format),
        _ => {
            let note = !named(args) && !args.common.quiet && !first.outcome.stuck.is_empty();
            first.deadlock = note.then(|| hazards::deadlocks(args, &first, memory)).flatten();
            print_text(args, &first, &seen, second.as_ref().zip(comparison), several);
        }
    }
    witness::write(args, &first)?;
    let status = comparison.map_or(status(first.outcome.verdict), |c| c.status(first.outcome.verdict));
    let status = if agreement == Some(Agreement::Different) { Status::Disagreement } else { status };
    let certified = super::certify::explicit(args, &model, first.outcome.verdict, memory)?;
    let status = if certified == Status::Yes { status } else { certified };
    let vacuous = first.outcome.vacuity.as_ref().is_some_and(|v| v.is_vacuous(&first.model().program));
    Ok(if args.strict && vacuous && status == Status::Yes { Status::Inconclusive } else { status })
}

/// With the flags that a property stands for.
fn asked(args: &CheckArgs) -> CheckArgs {
    let is = |property| args.property == Some(property);
    let mut args = CheckArgs {
        deadlock: args.deadlock || is(Property::NoDeadlock),
        races: args.races || is(Property::NoDataRace),
        ..args.clone()
    };
    args.common.deadlocks = args.deadlock;
    args.common.races = args.races;
    args.common.alone = args.property;
    args
}

/// LaTeX, HTML and SARIF are of a verdict and its trace alone.
fn pasted(args: &CheckArgs) -> Result<(), Failure> {
    let more = [
        ("--deadlock", args.deadlock),
        ("--races", args.races),
        ("--timeline", args.timeline),
        ("--check-reduction", args.check_reduction),
        ("--check-workers", args.check_workers),
        ("--original", args.original),
        ("--all-errors", args.all_errors),
        ("--example", args.example),
    ];
    match more.iter().find(|(_, given)| *given) {
        Some((flag, _)) if matches!(args.format, Format::Latex | Format::Html | Format::Sarif) => {
            let why =
                format!("`{flag}` has no effect here: `--format {}` has the verdict and its trace", args.format.name());
            Err(Failure::refused(why).with_help("leave out one of them"))
        }
        _ => Ok(()),
    }
}

/// As if the first error, and then each next one, were none.
fn every_error(args: &CheckArgs, model: &Model, engine: Engine, memory: Memory) -> Result<Status, Failure> {
    if !driver::FINDS_ALL.contains(&engine.name()) {
        let why = format!("`--all-errors` does not work with `{}`", engine.name());
        return Err(Failure::refused(why).with_help(format!("name one of {}", driver::FINDS_ALL.join(", "))));
    }
    let options = options(model, &args.common);
    let (run, (found, stays)) = timed(model, engine, &args.common, memory, |control| {
        let Errors { found, outcome, stays } = driver::errors(&model.program, engine, &options, control)?;
        Ok((outcome, (found, stays)))
    })?;
    let checked = run.report(args.original, args.common.quiet);
    if found.is_empty() {
        print(&checked, args.format);
        return Ok(status(run.outcome.verdict));
    }
    print(&AllErrors { checked: &checked, found: &found, stays }, args.format);
    Ok(Status::No)
}

/// Whoever names rules wants to see what they do by themselves.
fn named(args: &CheckArgs) -> bool {
    args.rules.is_some() || args.rules_file.is_some()
}

/// Takes what every interleaving says of rules from a file that claim to be sound, where it was not known.
fn confirm(outcome: &mut Outcome, all: &Outcome) {
    if matches!(outcome.confirmation, Some(Confirmation::Open)) && all.verdict == Verdict::Safe {
        (outcome.verdict, outcome.bound) = (Verdict::Safe, None);
        outcome.confirmation = Some(Confirmation::Agrees(all.states));
    }
}

/// Whether a `safe` says something, unless nobody wants to know.
fn vacuity(
    args: &CheckArgs,
    model: &Model,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
    outcome: &mut Outcome,
) {
    // Processes that explore together all do the same.
    let wanted = args.strict || !args.common.quiet || args.format == Format::Json || args.hosts.is_some();
    if wanted && outcome.verdict == Verdict::Safe {
        outcome.vacuity = Some(driver::vacuity(&model.program, engine, options, control, outcome));
    }
}

/// The run that was asked for, and what it did if that was asked for as well.
fn first<'m>(
    args: &CheckArgs,
    model: &'m Model,
    engine: Engine<'m>,
    crew: &Crew,
    memory: Memory,
) -> Result<(Timed<'m>, Seen), Failure> {
    let common = &args.common;
    let options = crew.set_to_work(args.ways.with(options(model, common), named(args)));
    let example = RefCell::new(None);
    let look = |control: &Control<'_>, found: &mut Outcome| {
        vacuity(args, model, engine, &options, control, found);
        if args.example && found.verdict == Verdict::Safe {
            // Claims of movers are true by now: nothing is safe under false ones.
            *example.borrow_mut() = Some(driver::example(&model.program, engine, &options, control).unwrap_or(None));
        }
    };
    let (run, timeline) = by_flags(args, model, engine, &options, memory, &look)?;
    Ok((run, Seen { timeline, example: example.into_inner() }))
}

/// The run that was asked for, or what tells the same sooner.
fn soonest<'m>(
    args: &CheckArgs,
    (model, marked): (&'m Model, &'m Model),
    engine: Engine<'m>,
    crew: &Crew,
    (endless, memory): (&Endless, Memory),
) -> Result<(Timed<'m>, Seen), Failure> {
    if named(args) || args.auto {
        return first(args, marked, engine, crew, memory);
    }
    let delayed = delays::found(args, model, memory)?;
    if let Found::Error(deep) = delayed {
        let (found, seen) = first(&delays::known(args), marked, engine, crew, memory)?;
        return Ok((if found.outcome.verdict == Verdict::Wrong { found } else { *deep }, seen));
    }
    let few = counters::few(args, model);
    let unnamed = few.is_some();
    let soon = || delays::soon(args).filter(|_| matches!(delayed, Found::NoneOfMany));
    if let Some(bounded) = few.or_else(soon) {
        let (found, seen) = first(&bounded, marked, engine, crew, memory)?;
        // So many states have so many facts.
        if !matches!(found.outcome.bound, Some(Bound::States | Bound::Facts)) {
            return Ok((found, seen));
        }
        if let Some(deep) = delays::found_deeper(args, model, memory)? {
            return Ok((deep, seen));
        }
        let found = if unnamed { endless.unnamed(args, found, memory)? } else { found };
        if found.outcome.verdict != Verdict::Inconclusive {
            return Ok((found, seen));
        }
        if args.common.time_left().is_some_and(|left| left.as_secs_f64() < found.seconds) {
            return Ok((found.out_of_time(), seen));
        }
    }
    first(&CheckArgs { common: args.common.rest(), ..args.clone() }, marked, engine, crew, memory)
}

/// What was asked of a run besides its verdict.
struct Seen {
    timeline: Option<Timeline>,
    /// For a model that is safe; it may have no run that ends.
    example: Option<Option<Example>>,
}

/// As the flags say, with a look at the outcome.
fn by_flags<'m>(
    args: &CheckArgs,
    model: &'m Model,
    engine: Engine<'m>,
    options: &Options,
    memory: Memory,
    look: &dyn Fn(&Control<'_>, &mut Outcome),
) -> Result<(Timed<'m>, Option<Timeline>), Failure> {
    let common = &args.common;
    match (args.timeline, engine) {
        (false, _) if args.auto => Ok((Timed::raised_and(model, engine, options, common, memory, look)?, None)),
        (false, _) => {
            let work = |control: &Control<'_>| {
                let mut outcome = driver::check(&model.program, engine, options, control)?;
                look(control, &mut outcome);
                Ok((outcome, None))
            };
            timed(model, engine, common, memory, work)
        }
        (true, Engine::Search(search)) => {
            let work = |control: &Control<'_>| {
                let (mut outcome, timeline) = queries::timeline(&model.program, search, options, control)?;
                look(control, &mut outcome);
                Ok((outcome, Some(timeline)))
            };
            timed(model, engine, common, memory, work)
        }
        (true, Engine::Rules(_) | Engine::File(_) | Engine::Blocks(..)) => {
            let why = Failure::refused(format!("`{}` has no stack to follow", engine.name()));
            Err(why.with_help("try `--timeline --rules cpc`"))
        }
    }
}

/// What `--check-reduction` found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Different,
    /// The ruleset may miss errors, and has missed this one.
    Missed,
    /// The ruleset may miss errors, and there is none.
    NothingMissed,
    /// One of the two did not finish.
    Open,
    /// The reduced run did not finish, and there is an error.
    FoundByOracle,
}

impl Comparison {
    fn of(reduced: &Outcome, oracle: &Outcome) -> Self {
        match (reduced.verdict, oracle.verdict) {
            (Verdict::Inconclusive, Verdict::Wrong) if reduced.bound == Some(Bound::Claim) => Comparison::Missed,
            (Verdict::Inconclusive, Verdict::Safe) if reduced.bound == Some(Bound::Claim) => Comparison::NothingMissed,
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
            Comparison::NothingMissed => "no error is missed here, as there is none",
            Comparison::Open => "not comparable, a bound was hit",
            Comparison::FoundByOracle => "the reduced run did not finish, but there is an error",
        }
    }
}

fn print_text(
    args: &CheckArgs,
    first: &Timed<'_>,
    seen: &Seen,
    second: Option<(&Timed<'_>, Comparison)>,
    one: Option<(&Timed<'_>, Agreement, usize)>,
) {
    let quiet = args.common.quiet;
    let checked = first.report(args.original, quiet);
    let width = screen::width();
    let mut lines = seen.timeline.as_ref().map_or(vec![], |t| report::timeline_lines(&checked, t, width));
    lines.extend(report::check_lines(&checked, width));
    if !quiet {
        lines.extend(report::plain_lines(&next(
            first.model(),
            checked.engine,
            &first.outcome,
            (named(args), &args.common),
        )));
    }
    if args.verbose {
        lines.extend(report::plain_lines(&report::verbose_text(&checked)));
    }
    if let Some(example) = &seen.example {
        lines.extend(report::example_lines(&checked, example.as_ref(), width));
    }
    if let Some((second, comparison)) = second {
        let lost = matches!(comparison, Comparison::Different | Comparison::Missed | Comparison::FoundByOracle);
        let heading = format!("\ncheck of the reduction against every interleaving: {}", comparison.name());
        lines.extend(report::plain_lines(&heading));
        lines.extend(report::check_lines(&second.report(args.original, quiet || !lost), width));
        let complete = first.outcome.cut().is_none() && second.outcome.cut().is_none();
        if complete && second.outcome.states > 0 {
            let ratio = first.outcome.states as f64 / second.outcome.states as f64;
            lines.extend(report::plain_lines(&format!("states: {:.1} % of all interleavings'", 100.0 * ratio)));
        }
    }
    if let Some((one, agreement, workers)) = one {
        let heading = format!("\ncheck of {workers} workers against one: {}", agreement.name());
        lines.extend(report::plain_lines(&heading));
        let shown = quiet || agreement != Agreement::Different;
        lines.extend(report::check_lines(&one.report(args.original, shown), width));
    }
    screen::show(lines);
    if one.is_some_and(|(_, agreement, _)| agreement == Agreement::Different) {
        complain("error: several workers do not say what one says");
    }
    if second.is_some_and(|(_, comparison)| comparison == Comparison::Different) {
        complain("error: two engines that must agree do not");
    }
}

fn print_json(
    args: &CheckArgs,
    first: &Timed<'_>,
    seen: &Seen,
    second: Option<(&Timed<'_>, Comparison)>,
    one: Option<(&Timed<'_>, Agreement, usize)>,
) {
    let checked = first.report(args.original, false);
    let mut object = report::check_json(&checked);
    if let Some(timeline) = &seen.timeline {
        object["timeline"] = report::timeline_json(&checked, timeline);
    }
    if let Some(example) = &seen.example {
        object["example"] = report::example_json(&checked, example.as_ref());
    }
    if let Some((second, comparison)) = second {
        object["check_reduction"] = json!({
            "result": comparison.name(),
            "agree": match comparison {
                Comparison::Equal => Some(true),
                Comparison::Different | Comparison::Missed => Some(false),
                Comparison::NothingMissed | Comparison::Open | Comparison::FoundByOracle => None,
            },
            "interleaving": report::check_json(&second.report(args.original, false)),
        });
    }
    if let Some((one, agreement, workers)) = one {
        object["check_workers"] = json!({
            "workers": workers,
            "result": agreement.name(),
            "agree": match agreement {
                Agreement::Equal => Some(true),
                Agreement::Different => Some(false),
                Agreement::Open => None,
            },
            "one": report::check_json(&one.report(args.original, false)),
        });
    }
    answer_json(object);
}
