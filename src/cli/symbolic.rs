//! `moverlog check --engine`: symbolic engines.

use super::args::{CheckArgs, Deciding};
use super::failure::Failure;
use super::timed::{status, timed};
use super::{Memory, Status, answer_json, print, read_model, screen};
use crate::driver::{self, Blocks, Engine};
use crate::report::{self, Format};
use moverlog_rules::{REDUCTIONS, Reduction};

pub(super) fn run(args: &CheckArgs, decider: Deciding, memory: Memory) -> Result<Status, Failure> {
    if let Some(flag) = args.ways.asked_for() {
        return Err(Failure::refused(format!("`{flag}` has no effect here: `--engine` decides by a circuit")));
    }
    let reduction = reduction(args.rules.as_deref().unwrap_or("phase"))?;
    let model = read_model(&args.model, &args.common)?;
    let symbolic = args.symbolic.of(decider, reduction);
    if let Some(why) = driver::unencodable(&model.program, symbolic) {
        return Err(Failure::refused(format!("there is no circuit of `{}`: {why}", model.name)));
    }
    let work = |control: &driver::Control<'_>| Ok((driver::symbolic(&model.program, symbolic, control), ()));
    let (run, ()) = timed(&model, Engine::from(reduction), &args.common, memory, work)?;
    let checked = run.report(args.original, args.common.quiet);
    match args.format {
        Format::Json => answer_json(report::check_json(&checked)),
        Format::Latex | Format::Html | Format::Sarif => print(&checked, args.format),
        _ => screen::show(report::check_lines(&checked, screen::width())),
    }
    Ok(status(run.outcome.verdict))
}

/// The reduction of that name.
fn reduction(name: &str) -> Result<&'static Reduction, Failure> {
    match super::rules::find(name, super::args::Color::Auto)? {
        Engine::Blocks(Blocks::Compiled(reduction), _) => Ok(reduction),
        _ => {
            let names: Vec<&str> = REDUCTIONS.iter().map(|r| r.name).collect();
            let why = format!("`{name}` makes no blocks, of which circuits are made");
            Err(Failure::refused(why).with_help(format!("name one of {}", names.join(", "))))
        }
    }
}
