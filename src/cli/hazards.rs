//! `moverlog check --deadlock` and `--races`.

use super::args::CheckArgs;
use super::failure::Failure;
use super::timed::{Timed, options, status, timed};
use super::{Memory, Status, answer_json, read_model, screen};
use crate::driver::{self, Control, Engine, Hazards, Wanted};
use crate::report::{self, Format};

pub(super) fn run(args: &CheckArgs, memory: Memory) -> Result<Status, Failure> {
    let oracle = oracle(args)?;
    let model = read_model(&args.model, &args.common)?;
    let args = &CheckArgs { common: args.common.rest(), ..args.clone() };
    let wanted = Wanted { deadlock: args.deadlock, races: args.races };
    let options = options(&model, &args.common);
    let look = |control: &Control<'_>| driver::hazards(&model.program, wanted, &options, control);
    let (run, found) = timed(&model, oracle, &args.common, memory, look)?;
    match args.format {
        Format::Json => print_json(args, &run, &found),
        _ => print_text(args, &run, &found),
    }
    let none = found.deadlock.is_none() && found.races.is_empty();
    Ok(if none { status(run.outcome.verdict) } else { Status::No })
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

fn print_text(args: &CheckArgs, run: &Timed<'_>, found: &Hazards) {
    let checked = run.report(args.original, args.common.quiet);
    let (mut lines, width) = (vec![], screen::width());
    if args.deadlock {
        lines.extend(report::deadlock_lines(&checked, found.deadlock.as_ref(), width));
    }
    if args.races {
        lines.extend(report::races_lines(&checked, &found.races, width));
    }
    let none = found.deadlock.is_none() && found.races.is_empty();
    lines.extend(if none { report::check_lines(&checked, width) } else { report::check_lines_beside(&checked, width) });
    screen::show(lines);
}

fn print_json(args: &CheckArgs, run: &Timed<'_>, found: &Hazards) {
    let checked = run.report(args.original, false);
    let mut object = report::check_json(&checked);
    if args.deadlock {
        object["deadlock"] = report::deadlock_json(&checked, found.deadlock.as_ref());
    }
    if args.races {
        object["races"] = report::races_json(&checked, &found.races);
    }
    answer_json(object);
}
