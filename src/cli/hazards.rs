//! `moverlog check --deadlock` and `--races`.

use super::args::{CheckArgs, Property};
use super::failure::Failure;
use super::inputs::LONGEST;
use super::pools::Pools;
use super::timed::{Timed, options, status, timed};
use super::{Memory, Status, answer_json, compile, pools, read_model, screen};
use crate::driver::{self, Bound, Control, Engine, Hazards, Verdict, Wanted};
use crate::model::Model;
use crate::report::{self, Format};

/// So many states, which are the same on every machine.
const A_MOMENT: usize = 20_000;

pub(super) fn run(args: &CheckArgs, memory: Memory) -> Result<Status, Failure> {
    let oracle = oracle(args)?;
    let model = read_model(&args.model, &args.common)?;
    let waking = waking(args, &model)?;
    let args = &CheckArgs { common: args.common.rest(), ..args.clone() };
    let pools = [(); 2].map(|()| Pools::new(&|model| model, 1_000_000));
    let first = soonest(args, &model, oracle, memory)?;
    let (stuck, found) = enough(args, first, &pools[0], oracle, memory)?;
    let awake = waking.as_ref().map(|model| {
        let args = &without_deadlocks(args);
        enough(args, looked(args, model, oracle, memory)?, &pools[1], oracle, memory)
    });
    let awake = awake.transpose()?.filter(|(run, races)| counts(run, races, &stuck));
    let (run, found) = match awake {
        Some((run, Hazards { races, .. })) => (Some(run), Hazards { races, ..found }),
        None => (None, found),
    };
    let run = run.as_ref().unwrap_or(&stuck);
    match args.format {
        Format::Json => print_json(args, (&stuck, run), &found),
        _ => print_text(args, (&stuck, run), &found),
    }
    Ok(if found.any() { Status::No } else { status(run.outcome.verdict) })
}

fn enough<'m>(
    args: &CheckArgs,
    first: (Timed<'m>, Hazards),
    pools: &'m Pools<'_>,
    oracle: Engine<'m>,
    memory: Memory,
) -> Result<(Timed<'m>, Hazards), Failure> {
    let is_open = |run: &Timed<'_>, found: &Hazards| !found.any() && pools::is_open(run, found);
    pools.enough(args, first, is_open, |args, model| looked(args, model, oracle, memory))
}

/// The same program where threads may wake without a signal, if some wait for one: of such no deadlock is left, and so
/// assertions and races are looked for there too, where a property is not of deadlocks alone.
fn waking(args: &CheckArgs, model: &Model) -> Result<Option<Model>, Failure> {
    if !model.program.woken_by_signals_alone || args.common.alone.is_some() {
        return Ok(None);
    }
    let mut args = without_deadlocks(args);
    // What there is to say of the text was said.
    args.common.quiet = true;
    read_model(&args.model, &args.common).map(Some)
}

fn without_deadlocks(args: &CheckArgs) -> CheckArgs {
    let mut args = CheckArgs { deadlock: false, common: args.common.rest(), ..args.clone() };
    args.common.deadlocks = false;
    args
}

/// Whether it says more than the run in which signals alone wake, each of whose executions is one of its own.
fn counts(awake: &Timed<'_>, also: &Hazards, stuck: &Timed<'_>) -> bool {
    match (awake.outcome.verdict, stuck.outcome.verdict) {
        (Verdict::Wrong, _) | (_, Verdict::Safe) => true,
        (_, Verdict::Wrong) => false,
        (_, Verdict::Inconclusive) => also.any(),
    }
}

/// So many states are looked at before there are more, where one race or deadlock is as good as all; and before deadlocks
/// many steps deep are looked for.
const FIRST: [usize; 2] = [2_000, 100_000];

/// Who wants to know of races in more states says so.
const ASKED_FOR: usize = 1_000_000;

/// Where one is enough, few states may be; a deadlock of many threads lies behind more than there is time for, and so may
/// the last race where there are some.
fn soonest<'m>(
    args: &CheckArgs,
    model: &'m Model,
    oracle: Engine<'m>,
    memory: Memory,
) -> Result<(Timed<'m>, Hazards), Failure> {
    let deep = args.deadlock && !args.races;
    let some_races = args.races && !args.deadlock && args.common.may_have_states(ASKED_FOR);
    let first = FIRST.into_iter().filter(|most| is_one_enough(args) || (deep || some_races) && *most > FIRST[0]);
    for most in first.filter(|most| args.common.may_have_states(*most)) {
        let args = CheckArgs { common: args.common.rest().with_states(most), ..args.clone() };
        let (run, found) = looked(&args, model, oracle, memory)?;
        if found.any() || run.outcome.bound != Some(Bound::States) {
            return Ok((run, found));
        }
        if args.deadlock {
            let (run, found) = by_delays(&args, model, oracle, memory)?;
            if found.any() {
                return Ok((run, found));
            }
        }
    }
    let (run, found) = looked(args, model, oracle, memory)?;
    let looked_for = is_one_enough(args) || deep && args.common.may_have_states(FIRST[1]);
    if args.deadlock && !found.any() && !looked_for && run.outcome.bound == Some(Bound::States) {
        let soon = by_delays(args, model, oracle, memory)?;
        return Ok(if soon.1.any() { soon } else { (run, found) });
    }
    Ok((run, found))
}

/// A deadlock that few delays lead to.
fn by_delays<'m>(
    args: &CheckArgs,
    model: &'m Model,
    oracle: Engine<'m>,
    memory: Memory,
) -> Result<(Timed<'m>, Hazards), Failure> {
    let look = |control: &Control<'_>| {
        let (outcome, deadlock) = driver::delayed_deadlock(&model.program, control);
        Ok((outcome, Hazards { deadlock, ..Hazards::default() }))
    };
    timed(model, oracle, &args.common.rest().within(LONGEST), memory, look)
}

/// A property is violated by any race, and so is the absence of deadlocks by any of them.
fn is_one_enough(args: &CheckArgs) -> bool {
    args.common.alone.is_some_and(|property| property != Property::UnreachCall)
}

/// Whether there is a deadlock where a reduced run left threads blocked inside of a transaction; nothing if that takes
/// more than a moment.
pub(super) fn deadlocks(args: &CheckArgs, run: &Timed<'_>, memory: Memory) -> Option<bool> {
    let common = args.common.rest().with_states(A_MOMENT);
    let mut args = CheckArgs { deadlock: true, races: false, common, ..args.clone() };
    // What ends a program of C depends on what is asked.
    args.common.deadlocks = true;
    let Model { name, text, .. } = run.model();
    let model = compile(name, text, &args.common.constants, &args.common).ok()?;
    let (run, found) = looked(&args, &model, Engine::interleaving(), memory).ok()?;
    if found.any() || run.outcome.verdict == Verdict::Safe {
        return Some(found.any());
    }
    let (_, soon) = by_delays(&args, &model, Engine::interleaving(), memory).ok()?;
    soon.any().then_some(true)
}

fn looked<'m>(
    args: &CheckArgs,
    model: &'m Model,
    oracle: Engine<'m>,
    memory: Memory,
) -> Result<(Timed<'m>, Hazards), Failure> {
    let wanted = Wanted { deadlock: args.deadlock, races: args.races };
    let options = options(model, &args.common);
    let look = |control: &Control<'_>| driver::hazards(&model.program, wanted, &options, control);
    timed(model, oracle, &args.common.rest(), memory, look)
}

/// Every interleaving, unless the user insists on something else, which is then said to be of no use.
fn oracle(args: &CheckArgs) -> Result<Engine<'static>, Failure> {
    let (oracle, asked) = (Engine::interleaving(), args.rules.as_deref());
    let engine = asked.map_or(Ok(oracle), |name| super::rules::find(name, args.common.color))?;
    if engine.name() == oracle.name() {
        return Ok(oracle);
    }
    let (flag, why) = match args.deadlock {
        true => ("--deadlock", "does not keep deadlocks (FQ 7)"),
        false => ("--races", "leaves out states in which two threads can move"),
    };
    let name = engine.name();
    let why = Failure::refused(format!("`{flag}` explores with `interleaving`: `{name}` {why}"));
    Err(why.with_help("leave `--rules` out"))
}

/// Deadlocks are told of the first run, all else of the second.
fn print_text(args: &CheckArgs, (stuck, run): (&Timed<'_>, &Timed<'_>), found: &Hazards) {
    let checked = run.report(args.original, args.common.quiet);
    let (mut lines, width) = (vec![], screen::width());
    if args.deadlock {
        let stuck = stuck.report(args.original, args.common.quiet);
        lines.extend(report::deadlock_lines(&stuck, found.deadlock.as_ref(), width));
    }
    if args.races {
        lines.extend(report::races_lines(&checked, &found.races, width));
    }
    let lines_of = if found.any() { report::check_lines_beside } else { report::check_lines };
    let cut = found.any() && is_one_enough(args) && run.outcome.verdict == Verdict::Inconclusive;
    lines.extend(lines_of(&checked, width).into_iter().skip(usize::from(cut)));
    screen::show(lines);
}

fn print_json(args: &CheckArgs, (stuck, run): (&Timed<'_>, &Timed<'_>), found: &Hazards) {
    let checked = run.report(args.original, false);
    let mut object = report::check_json(&checked);
    if args.deadlock {
        object["deadlock"] = report::deadlock_json(&stuck.report(args.original, false), found.deadlock.as_ref());
    }
    if args.races {
        object["races"] = report::races_json(&checked, &found.races);
    }
    answer_json(object);
}
