//! `moverlog conditions`.

use super::args::{ConditionsArgs, Mode};
use super::failure::Failure;
use super::timed::{options, with_progress};
use super::{Memory, Status, print, read_model};
use crate::driver::{self, Control};
use crate::ir::Protection;
use crate::model::Model;
use crate::report::Tried;

pub(super) fn run(args: &ConditionsArgs, memory: Memory) -> Result<Status, Failure> {
    let model = read_model(&args.model, &args.common)?;
    let mode = args.common.movers.unwrap_or_else(|| default_mode(&model));
    let options = driver::Options { movers: mode.mode(), ..options(&model, &args.common) };
    let heuristics = args.common.heuristics();
    let conditions = |control: &Control<'_>| driver::conditions(&model.program, &options, heuristics, control);
    let found = with_progress("conditions", &args.common, memory, conditions);
    let tried = Tried {
        model: &model.name,
        movers: mode.name(),
        program: &model.program,
        found: &found,
        quiet: args.common.quiet,
    };
    print(&tried, args.format);
    Ok(match found.hold() {
        Some(true) => Status::Yes,
        Some(false) => Status::No,
        None => Status::Inconclusive,
    })
}

/// What the source claims, if it claims anything.
pub(super) fn default_mode(model: &Model) -> Mode {
    let protected = |p: &Protection| !matches!(p, Protection::Inferred);
    let program = &model.program;
    let claims = program.locations.iter().any(|l| l.claimed.is_some());
    match claims || program.globals.iter().any(|g| protected(&g.protection)) {
        true => Mode::Declared,
        false => Mode::Lockset,
    }
}
