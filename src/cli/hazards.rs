//! `moverlog check --deadlock` and `--races`.

use super::args::{CheckArgs, Format};
use super::timed::{Timed, options, status, timed};
use super::{Memory, Status, answer, answer_json, complain, read_model};
use crate::driver::{self, Control, Engine, Hazards, Wanted};
use crate::report;

pub(super) fn run(args: &CheckArgs, memory: Memory) -> Status {
    let Some(oracle) = oracle(args) else { return Status::Usage };
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    let wanted = Wanted { deadlock: args.deadlock, races: args.races };
    let options = options(&model, &args.common);
    let look = |control: &Control<'_>| driver::hazards(&model.program, wanted, &options, control);
    let Some((run, found)) = timed(&model, oracle, &args.common, memory, look) else { return Status::Usage };
    match args.format {
        Format::Text => print_text(args, &run, &found),
        Format::Json => print_json(args, &run, &found),
    }
    let none = found.deadlock.is_none() && found.races.is_empty();
    if none { status(run.outcome.verdict) } else { Status::No }
}

/// Every interleaving, unless the user insists on something else, which is then said to be of no use.
fn oracle(args: &CheckArgs) -> Option<Engine> {
    let (oracle, asked) = (Engine::interleaving(), args.rules.as_deref());
    let engine = asked.map_or(Some(oracle), super::rules::find)?;
    if engine.name() == oracle.name() {
        return Some(oracle);
    }
    let (flag, why) = match args.deadlock {
        true => ("--deadlock", "does not keep deadlocks (FQ 7)"),
        false => ("--races", "leaves out states in which two threads can move"),
    };
    let name = engine.name();
    complain(&format!("error: `{flag}` explores with `interleaving`: `{name}` {why}; leave `--rules` out"));
    None
}

fn print_text(args: &CheckArgs, run: &Timed<'_>, found: &Hazards) {
    let checked = run.report(args.original, args.common.quiet);
    let mut out = String::new();
    if args.deadlock {
        out += &report::deadlock_text(&checked, found.deadlock.as_ref());
    }
    if args.races {
        out += &report::races_text(&checked, &found.races);
    }
    answer(&(out + &report::check_text(&checked)));
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
    answer_json(&object);
}
