//! `moverlog conditions`.

use super::args::{ConditionsArgs, Mode};
use super::failure::Failure;
use super::timed::{options, with_progress};
use super::{Memory, Status, print, read_model, rules};
use crate::derivation::RulesFile;
use crate::driver::{self, Conditions, Control, Engine};
use crate::ir::Protection;
use crate::model::Model;
use crate::report::{EachTried, Tried};

pub(super) fn run(args: &ConditionsArgs, memory: Memory) -> Result<Status, Failure> {
    let engines = engines(args)?;
    let model = read_model(&args.model, &args.common)?;
    let mode = args.common.movers.unwrap_or_else(|| default_mode(&model));
    let found: Vec<Conditions> = engines.iter().map(|engine| tried(args, &model, (*engine, mode), memory)).collect();
    let (movers, program, quiet) = (mode.name(), &model.program, args.common.quiet);
    let each = engines.iter().zip(&found);
    let each: Vec<Tried> = each
        .map(|(engine, found)| Tried { model: &model.name, movers, program, found, engine: *engine, quiet })
        .collect();
    print(&EachTried(&each), args.format);
    Ok(status(&found))
}

/// Nothing where those are tried that verdicts rest on by default.
fn engines(args: &ConditionsArgs) -> Result<Vec<Option<Engine<'static>>>, Failure> {
    let find = |name: &String| {
        let engine = rules::find(name, args.common.color)?.with_heuristics(args.common.heuristics());
        let why = || Failure::refused(format!("`{name}` rests on no condition: no thread is held back"));
        let rests = engine.reduces() || engine.file().is_some_and(RulesFile::answers);
        rests.then_some(Some(engine)).ok_or_else(why)
    };
    if args.rules.is_empty() { Ok(vec![None]) } else { args.rules.iter().map(find).collect() }
}

fn tried(args: &ConditionsArgs, model: &Model, of: (Option<Engine>, Mode), memory: Memory) -> Conditions {
    let (engine, mode) = of;
    let options = driver::Options { movers: mode.mode(), ..options(model, &args.common) };
    let conditions = |control: &Control<'_>| match engine {
        Some(engine) => driver::conditions_of(&model.program, engine, &options, control),
        None => driver::conditions(&model.program, &options, args.common.heuristics(), control),
    };
    with_progress("conditions", &args.common, memory, conditions)
}

fn status(found: &[Conditions]) -> Status {
    let holds: Vec<Option<bool>> = found.iter().map(Conditions::hold).collect();
    match (holds.contains(&Some(false)), holds.contains(&None)) {
        (true, _) => Status::No,
        (false, true) => Status::Inconclusive,
        (false, false) => Status::Yes,
    }
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
