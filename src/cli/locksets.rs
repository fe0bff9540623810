//! `moverlog locksets`.

use super::args::{Format, LocksetsArgs};
use super::summaries::partial;
use super::timed::Timed;
use super::{Memory, Status, answer, answer_json, complain, read_model};
use crate::report;

pub(super) fn run(args: &LocksetsArgs, memory: Memory) -> Status {
    let Some(engine) = super::rules::find(&args.rules) else { return Status::Usage };
    if engine.inference().is_none() {
        complain(&format!("error: `{}` infers no locks by its rules; try `--rules locks`", engine.name()));
        return Status::Usage;
    }
    if args.common.movers.is_some() {
        complain("error: locks are inferred from accesses; leave out `--movers`");
        return Status::Usage;
    }
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    let Some(run) = Timed::inferring(&model, engine, &args.common, memory) else { return Status::Usage };
    let checked = run.report(false, args.common.quiet);
    match args.format {
        Format::Text => answer(&report::locksets_text(&checked)),
        Format::Json => answer_json(&report::locksets_json(&checked)),
    }
    partial(&run)
}
