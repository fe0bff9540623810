//! `moverlog locksets`.

use super::args::{Format, LocksetsArgs};
use super::check::Run;
use super::failure::Failure;
use super::summaries::partial;
use super::{Memory, Status, answer, answer_json, read_model};
use crate::report;

pub(super) fn run(args: &LocksetsArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = super::rules::find(&args.rules)?;
    if engine.inference().is_none() {
        let why = Failure::refused(format!("`{}` infers no locks by its rules", engine.name()));
        return Err(why.with_help("try `--rules locks`"));
    }
    if args.common.movers.is_some() {
        return Err(Failure::refused("locks are inferred from accesses").with_help("leave out `--movers`"));
    }
    let model = read_model(&args.model, &args.common)?;
    let run = Run::inferring(&model, engine, &args.common, memory)?;
    let checked = run.report(false, args.common.quiet);
    match args.format {
        Format::Text => answer(&report::locksets_text(&checked)),
        Format::Json => answer_json(&report::locksets_json(&checked)),
    }
    Ok(partial(&run))
}
