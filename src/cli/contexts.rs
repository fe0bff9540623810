//! `moverlog check --contexts`.

use super::args::{CheckArgs, ContextCount};
use super::failure::Failure;
use super::timed::{status, timed};
use super::{Memory, Status, answer_json, print, read_model, screen};
use crate::driver::{self, Engine};
use crate::report::{self, Format};

pub(super) fn run(args: &CheckArgs, count: ContextCount, memory: Memory) -> Result<Status, Failure> {
    if let Some(flag) = args.ways.asked_for() {
        let why = format!("`{flag}` has no effect here: `--contexts` explores every step of every thread");
        return Err(Failure::refused(why));
    }
    if args.deadlock || args.races {
        return Err(Failure::refused("`--contexts` decides assertions alone, neither deadlocks nor races"));
    }
    let model = read_model(&args.model, &args.common)?;
    let work = |control: &driver::Control<'_>| Ok((driver::contexts(&model.program, count.most(), control), ()));
    let (run, ()) = timed(&model, Engine::interleaving(), &args.common, memory, work)?;
    let checked = run.report(args.original, args.common.quiet);
    match args.format {
        Format::Json => answer_json(report::check_json(&checked)),
        Format::Latex | Format::Html | Format::Sarif => print(&checked, args.format),
        _ => screen::show(report::check_lines(&checked, screen::width())),
    }
    Ok(status(run.outcome.verdict))
}
