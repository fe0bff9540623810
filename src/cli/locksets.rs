//! `moverlog locksets`.

use super::args::LocksetsArgs;
use super::failure::Failure;
use super::summaries::partial;
use super::timed::Timed;
use super::{Memory, Status, print, read_model};
use crate::report::Locksets;

pub(super) fn run(args: &LocksetsArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = super::rules::find(&args.rules, args.common.color)?;
    if engine.inference().is_none() {
        let why = Failure::refused(format!("`{}` infers no locks by its rules", engine.name()));
        return Err(why.with_help("try `--rules locks`"));
    }
    if args.common.movers.is_some() {
        return Err(Failure::refused("locks are inferred from accesses").with_help("leave out `--movers`"));
    }
    let model = read_model(&args.model, &args.common)?;
    let run = Timed::inferring(&model, engine, &args.common, memory)?;
    print(&Locksets(&run.report(false, args.common.quiet)), args.format);
    Ok(partial(&run))
}
