//! `moverlog conditions --theorems`.

use super::args::ConditionsArgs;
use super::conditions::default_mode;
use super::failure::Failure;
use super::timed::{options, with_progress};
use super::{Memory, Status, print, read_model, rules};
use crate::driver::{Control, Options};
use crate::queries;
use crate::report::Monitored;

pub(super) fn run(args: &ConditionsArgs, memory: Memory) -> Result<Status, Failure> {
    let common = &args.common;
    if args.rules.len() > 1 {
        return Err(Failure::refused("`--theorems` takes one ruleset at a time"));
    }
    let engine = args.rules.first().map(|name| rules::find(name, common.color)).transpose()?;
    if let Some(engine) = engine.filter(|e| !e.reduces() && e.file().is_none()) {
        let none = format!("no theorem is about `{}`, which holds no thread back", engine.name());
        return Err(Failure::refused(none));
    }
    let model = read_model(&args.model, common)?;
    let mode = common.movers.unwrap_or_else(|| default_mode(&model));
    let options = Options { movers: mode.mode(), ..options(&model, common) };
    let tried =
        |control: &Control<'_>| queries::theorems(&model.program, engine, &options, common.heuristics(), control);
    let found = with_progress("theorems", common, memory, tried);
    let (model, program, quiet) = (&model.name, &model.program, common.quiet);
    print(&Monitored { model, movers: mode.name(), program, found: &found, quiet }, args.format);
    Ok(match found.hold() {
        Some(true) => Status::Yes,
        Some(false) => Status::No,
        None => Status::Inconclusive,
    })
}
