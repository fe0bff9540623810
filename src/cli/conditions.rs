//! `moverlog conditions`.

use super::args::{ConditionsArgs, Format, Mode};
use super::timed::{options, with_progress};
use super::{Memory, Status, answer, answer_json, read_model};
use crate::driver::{self, Control};
use crate::ir::Protection;
use crate::model::Model;
use crate::report::{self, Tried};

pub(super) fn run(args: &ConditionsArgs, memory: Memory) -> Status {
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
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
    match args.format {
        Format::Text => answer(&report::conditions_text(&tried)),
        Format::Json => answer_json(&report::conditions_json(&tried)),
    }
    match found.hold() {
        Some(true) => Status::Yes,
        Some(false) => Status::No,
        None => Status::Inconclusive,
    }
}

/// What the source claims, if it claims anything.
fn default_mode(model: &Model) -> Mode {
    let protected = |p: &Protection| !matches!(p, Protection::Inferred);
    let program = &model.program;
    let claims = program.locations.iter().any(|l| l.claimed.is_some());
    match claims || program.globals.iter().any(|g| protected(&g.protection)) {
        true => Mode::Declared,
        false => Mode::Lockset,
    }
}
