//! `moverlog diff`.

use super::args::{Common, DiffArgs};
use super::failure::{Failure, all};
use super::timed::options;
use super::{Memory, Status, print, read_model, rules};
use crate::driver::Engine;
use crate::model::Model;
use crate::queries::{self, DiffSide};
use crate::report::Difference;

pub(super) fn run(args: &DiffArgs, memory: Memory) -> Result<Status, Failure> {
    let engines = engines(args)?;
    let models = all(args.models.iter().map(|name| read_model(name, &args.common)))?;
    let found: Result<Vec<_>, Failure> = models.iter().map(|model| both(args, model, engines, memory)).collect();
    let found = found?;
    let differences = models.iter().zip(&found);
    let differences: Vec<Difference<'_>> =
        differences.map(|(m, sides)| Difference { model: &m.name, program: &m.program, sides }).collect();
    print(&differences[..], args.format);
    Ok(if differences.iter().any(Difference::is_any) { Status::No } else { Status::Yes })
}

fn engines(args: &DiffArgs) -> Result<[Engine<'static>; 2], Failure> {
    let found: Result<Vec<_>, Failure> = args
        .rules
        .iter()
        .map(|name| rules::find(name, args.common.color).and_then(|e| rules::read(e).map(|_| e)))
        .collect();
    found?.try_into().map_err(|_| Failure::refused("two rulesets are compared: `--rules A,B`"))
}

fn both(args: &DiffArgs, model: &Model, engines: [Engine; 2], memory: Memory) -> Result<[DiffSide; 2], Failure> {
    let found = sides(&args.common, model, engines, memory)?;
    found.ok_or_else(|| Failure::inconclusive(format!("a bound was hit on `{}`", model.name)))
}

/// What each derives; nothing if a bound is hit.
pub(super) fn sides(
    common: &Common,
    model: &Model,
    engines: [Engine; 2],
    memory: Memory,
) -> Result<Option<[DiffSide; 2]>, Failure> {
    let found = queries::diff(&model.program, engines, &options(model, common), &common.control(memory, &|_| {}));
    found.map_err(|claims| Failure::claims(model, &claims, common))
}
